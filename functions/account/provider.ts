// Signs people in by OpenID Connect, as a public client with the code flow and PKCE (OpenID Connect Core 3.1, RFC 7636,
// RFC 9700). Reads the provider's endpoints and keys (OpenID Connect Discovery 1.0, RFC 7517) at their first use, and
// keeps them.
import type { JWK, JWTVerifyGetKey } from 'jose';
import type { AuthorizationServer, Client } from 'oauth4webapi';
import { bytesUpTo } from '../../src/basics/bytes.ts';
import { lazyValue } from '../../src/basics/remembered.ts';
import type { SignInAnswer } from '../../src/shapes/account.ts';
import { createBreaker } from '../client/breaker.ts';
import { ProviderAway, type SignIn } from '../ports/sign-in.ts';

/** The maximum size in bytes of an answer of the provider, and the maximum number of keys in its key set. */
const MOST_BYTES = 2 ** 20;
const MOST_KEYS = 100;
/**
 * The times in milliseconds for the provider's description and keys. The hub reads both again after ten minutes. While
 * the provider can't be reached, it uses the old ones for up to a day.
 */
const KEPT = { fresh: 600_000, longest: 86_400_000, rest: 10_000, again: 1000 };
const NOT_ASKED = { fault: 'what came back is not what was asked for' };

/** The endpoints that the sign-in flow takes from the provider's description, in addition to the issuer. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
type ProviderFacts = AuthorizationServer & Record<(typeof ENDPOINTS)[number], string>;

interface Provider extends Pick<SignIn, 'offer' | 'exchange'> {
  /** Finds the published key that a token names. */
  keyOf: JWTVerifyGetKey;
}

/**
 * Opens the provider with this issuer identifier, at which this hub is the client `id`, without a request; later
 * requests go through `get`. Every promise of the result may reject with a ProviderAway. The token of `exchange` is not
 * verified yet.
 */
export function openProvider(issuer: string, id: string, get: typeof fetch): Provider {
  const client: Client = { client_id: id, id_token_signed_response_alg: 'ES256' };
  const loaded = lazyValue(async () => ({ ...(await import('jose')), oauth: await import('oauth4webapi') }));
  const breaker = createBreaker({
    away: () => new ProviderAway(`${issuer} does not answer in time`),
    trial: (signal) => get(issuer, { method: 'HEAD', redirect: 'manual', signal }),
  });
  const ask = (url: string, init: object) => breaker.within((signal) => bounded(get, url, { ...init, signal }));
  const options = async () => {
    const { oauth } = await loaded.get();
    // Plain HTTP is allowed only to this machine: the configuration refuses it for other hosts.
    return { [oauth.allowInsecureRequests]: issuer.startsWith('http:'), [oauth.customFetch]: ask };
  };
  const facts = lazyValue(async () => {
    const { oauth } = await loaded.get();
    return away(`${issuer} does not describe itself`, async () => {
      const url = new URL(issuer);
      const answer = await oauth.discoveryRequest(url, await options());
      return checked(issuer, await oauth.processDiscoveryResponse(url, answer));
    });
  }, KEPT);
  const keys = lazyValue(async () => {
    const { createLocalJWKSet } = await loaded.get();
    const { jwks_uri } = await facts.get();
    return away(`the keys of ${issuer} can't be read`, async () => {
      const answer = await ask(jwks_uri, { redirect: 'error', headers: { Accept: 'application/json' } });
      if (!answer.ok) throw new Error(`${jwks_uri} answered ${answer.status}`);
      return createLocalJWKSet({ keys: usableKeys(await answer.json()) });
    });
  }, KEPT);
  return {
    async keyOf(header, token) {
      const known = await keys.get();
      try {
        return await known(header, token);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
        // The provider may have added the key after the hub last read its keys.
        return (await keys.newer())(header, token);
      }
    },
    async offer(redirect) {
      const { authorization_endpoint, response_modes_supported: modes } = await facts.get();
      // Browsers never send a fragment to a server, so no server logs the code (OAuth 2.0 Multiple Response Types,
      // 2.1).
      const response_mode = modes === undefined || modes.includes('fragment') ? 'fragment' : 'query';
      return { issuer, client_id: id, authorization_endpoint, redirect_uri: redirect, response_mode, scope: 'openid' };
    },
    async exchange(answer, redirect) {
      const { oauth } = await loaded.get();
      return exchanged(answer, redirect, { oauth, client, facts: await facts.get(), options: await options() });
    },
  };
}

type OAuth = typeof import('oauth4webapi');

/** Exchanges the provider's answer for a token, or says why there is none, as the end of a sentence. */
async function exchanged(
  { returned, state, nonce, verifier }: SignInAnswer,
  redirect: string,
  { oauth, client, facts, options }: { oauth: OAuth; client: Client; facts: ProviderFacts; options: object },
): Promise<{ token: string } | { fault: string }> {
  let params: URLSearchParams;
  try {
    params = oauth.validateAuthResponse(facts, client, new URLSearchParams(returned), state);
  } catch (error) {
    const isRefused = error instanceof oauth.AuthorizationResponseError;
    return isRefused ? { fault: `the provider said ${word(error.error)}` } : NOT_ASKED;
  }
  try {
    const asked = [facts, client, oauth.None(), params, redirect, verifier, options] as const;
    const response = await oauth.authorizationCodeGrantRequest(...asked);
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const answer = await oauth.processAuthorizationCodeResponse(facts, client, response, expected);
    const { azp } = oauth.getValidatedIdTokenClaims(answer)!;
    // If `azp` names another client, the token was issued to that client (OpenID Connect Core 3.1.3.7).
    return azp === undefined || azp === client.client_id ? { token: answer.id_token! } : NOT_ASKED;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError)
      return { fault: `the provider did not take the code (${word(error.error)})` };
    const { code } = error as { code?: unknown };
    // An error with one of these codes, or with no code, means that the provider gave no proper answer. Any other code
    // means that the provider sent a token of another sign-in or issuer.
    const improper = [oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR];
    if (typeof code === 'string' && !improper.includes(code)) return NOT_ASKED;
    throw ProviderAway.of('the identity provider gave no token', error);
  }
}

/** Returns the provider's error code if it is well-formed (RFC 6749 4.1.2.1), and "no" otherwise. */
const word = (error: string) => (/^[\w-]{1,64}$/.test(error) ? error : 'no');

/**
 * Fetches a whole answer. Throws if the answer has more than `MOST_BYTES` bytes after decompression, and never holds
 * more in memory.
 */
async function bounded(get: typeof fetch, url: string, init: object): Promise<Response> {
  const { body, status, headers } = await get(url, init);
  const bytes = await bytesUpTo(MOST_BYTES, body);
  if (!bytes) throw new Error(`${url} answers with more than ${MOST_BYTES} bytes`);
  return new Response(bytes.length > 0 ? (bytes as BodyInit) : null, { status, headers: [...headers] });
}

/**
 * Returns the P-256 keys of a set, each once. Other keys are skipped, so that one unusable key does not stop every
 * sign-in.
 */
function usableKeys(set: unknown): JWK[] {
  const { keys } = (set ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length > MOST_KEYS) throw new Error(`it is not a list of at most ${MOST_KEYS} keys`);
  const usable = (keys as (JWK | null)[]).flatMap((key) => (key?.kty === 'EC' && key.crv === 'P-256' ? [key] : []));
  return [...new Map(usable.map((key) => [JSON.stringify([key.kid, key.x, key.y]), key])).values()];
}

/**
 * Throws when the description names another issuer, lacks an endpoint that the flow needs, or names an unsafe address.
 */
function checked(issuer: string, facts: AuthorizationServer): ProviderFacts {
  if (facts.issuer !== issuer)
    throw new Error(`it calls itself ${JSON.stringify(facts.issuer)}: write the same in HUB_IDENTITY_ISSUER`);
  for (const name of ENDPOINTS) {
    const url = URL.parse(facts[name] ?? '');
    if (!url) throw new Error(`its description has no ${name}`);
    if (url.protocol !== 'https:' && url.protocol !== new URL(issuer).protocol)
      throw new Error(`its ${name} is no https address`);
    if (url.username || url.password || url.hash) throw new Error(`its ${name} has a login or a fragment`);
  }
  for (const name of ['id_token_signing_alg_values_supported', 'response_modes_supported'] as const)
    if (facts[name] !== undefined && !Array.isArray(facts[name])) throw new Error(`its ${name} is no list`);
  const algorithms = facts.id_token_signing_alg_values_supported;
  if (algorithms && !algorithms.includes('ES256')) throw new Error('it does not sign with ES256');
  return facts as ProviderFacts;
}

/** Does `work`. Turns a failure into a ProviderAway whose message begins with `what`. */
async function away<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw ProviderAway.of(what, error);
  }
}
