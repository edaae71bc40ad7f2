// Signs people in by OpenID Connect, as a public client with the code flow and PKCE (OpenID Connect Core 3.1, RFC 7636,
// RFC 9700). The browser keeps state, nonce and verifier. The hub exchanges the code for a token, and stores nothing.
import type { Client } from 'oauth4webapi';
import type { SignInAnswer } from '../../src/shapes/account.ts';
import { type IdentityCheck, ProviderAway, type SignIn } from '../ports/sign-in.ts';
import type { Provider } from './provider.ts';

interface OpenIdSettings {
  issuer: string;
  client: string;
  provider: Provider;
  /** Checks the provider's token before the hub hands it out. */
  identity: IdentityCheck;
}

/**
 * Makes the two steps of a sign-in: `offer` returns the provider's address for the browser, `exchange` turns the
 * provider's answer into a token.
 */
export function createOpenIdSignIn({ issuer, client: id, provider, identity }: OpenIdSettings): SignIn {
  const client: Client = { client_id: id, id_token_signed_response_alg: 'ES256' };
  return {
    provider: new URL(issuer).host,
    async offer(redirect) {
      const { authorization_endpoint, response_modes_supported: modes } = await provider.facts();
      // Browsers never send a fragment to a server, so no server logs the code (OAuth 2.0 Multiple Response Types,
      // 2.1).
      const response_mode = modes === undefined || modes.includes('fragment') ? 'fragment' : 'query';
      return { issuer, client_id: id, authorization_endpoint, redirect_uri: redirect, response_mode, scope: 'openid' };
    },
    async exchange(answer, redirect) {
      const result = await exchanged(answer, redirect, client, provider);
      if ('fault' in result) return result;
      const caller = await identity(`Bearer ${result.token}`);
      return 'fault' in caller ? { fault: `the identity token of the provider ${caller.fault}` } : result;
    },
  };
}

async function exchanged(
  { returned, state, nonce, verifier }: SignInAnswer,
  redirect: string,
  client: Client,
  provider: Provider,
): Promise<{ token: string } | { fault: string }> {
  const oauth = await import('oauth4webapi');
  const facts = await provider.facts();
  let params: URLSearchParams;
  try {
    params = oauth.validateAuthResponse(facts, client, new URLSearchParams(returned), state);
  } catch (error) {
    const said = error instanceof oauth.AuthorizationResponseError ? error.error : undefined;
    return { fault: said === undefined ? NOT_ASKED : `the provider said ${word(said)}` };
  }
  try {
    const [none, options] = [oauth.None(), await provider.asked()];
    const response = await oauth.authorizationCodeGrantRequest(
      facts,
      client,
      none,
      params,
      redirect,
      verifier,
      options,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const answer = await oauth.processAuthorizationCodeResponse(facts, client, response, expected);
    const { azp } = oauth.getValidatedIdTokenClaims(answer)!;
    // If `azp` names another client, the token was issued to that client (OpenID Connect Core 3.1.3.7).
    return azp === undefined || azp === client.client_id ? { token: answer.id_token! } : { fault: NOT_ASKED };
  } catch (error) {
    return { fault: faultOf(error, oauth) };
  }
}

const NOT_ASKED = 'what came back is not what was asked for';

/**
 * Says why the provider gave no token, as the end of a sentence. Throws a ProviderAway if the provider itself failed.
 */
function faultOf(error: unknown, oauth: typeof import('oauth4webapi')): string {
  if (error instanceof oauth.ResponseBodyError) return `the provider did not take the code (${word(error.error)})`;
  const { code } = error as Error & { code?: unknown };
  // An error with one of these codes, or with no code, means that the provider gave no proper answer. Any other code
  // means that the provider sent a token of another sign-in or issuer.
  const { RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR } = oauth;
  const isOwn =
    typeof code === 'string' && ![RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR].includes(code);
  if (!isOwn) throw ProviderAway.of('the identity provider gave no token', error);
  return NOT_ASKED;
}

/** Returns the provider's error code if it is well-formed (RFC 6749 4.1.2.1), and "no" otherwise. */
const word = (error: string) => (/^[\w-]{1,64}$/.test(error) ? error : 'no');
