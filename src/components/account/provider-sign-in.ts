// Signs a visitor in at the identity provider with the authorization code flow and PKCE (OpenID Connect Core 3.1, RFC
// 7636). Only this tab knows the state, the nonce and the verifier.
import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from 'oauth4webapi';
import type { SignInAnswer } from '../../shapes/account.ts';
import { type AccountRefusal, askAccount } from './account-api.ts';

/** The values that this tab stores while the visitor is at the provider. */
type Begun = Omit<SignInAnswer, 'returned'> & {
  /** The id of a model to request after signing in; empty for none. */
  wantedModel: string;
};

const PLACE = 'sign-in';

/** Makes a refusal that comes from this page, not from the service. */
const refusedHere = (sentence: string): AccountRefusal => ({ status: 0, sentence });

/**
 * Sends the browser to the provider's page, or returns the reason why it can't. `finishSignIn` returns `wantedModel`
 * together with the token.
 */
export async function goToProvider(wantedModel: string): Promise<AccountRefusal | undefined> {
  const offer = await askAccount('GET /api/account/sign-in');
  if (!('body' in offer)) return offer;
  const { authorization_endpoint, redirect_uri, client_id, scope, response_mode } = offer.body;
  if (new URL(redirect_uri).origin !== location.origin)
    return refusedHere(`Sign in at ${redirect_uri}: the identity provider comes back to that address alone.`);
  if (!isSecureContext)
    return refusedHere('Signing in there needs https: without it this page can’t keep the way back secret.');
  const begun: Begun = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
    wantedModel,
  };
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(begun));
  } catch {
    return refusedHere('This browser keeps nothing for this page, so it could not know you when you come back.');
  }
  const url = new URL(authorization_endpoint);
  const request = {
    response_type: 'code',
    client_id,
    redirect_uri,
    scope,
    response_mode,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
  location.assign(url);
  return undefined;
}

/**
 * Reads the provider's answer, and removes it from the address and the history. Returns undefined if the address has no
 * such answer.
 */
export function takeReturned(): string | undefined {
  for (const text of [location.hash.slice(1), location.search.slice(1)]) {
    const params = new URLSearchParams(text);
    if (!params.has('state') || !(params.has('code') || params.has('error'))) continue;
    history.replaceState(history.state, '', location.pathname);
    return text;
  }
  return undefined;
}

/**
 * Exchanges the provider's answer for a token; works once for each sign-in. Refuses an answer to a sign-in that this
 * tab did not begin, so a link alone signs nobody in.
 */
export async function finishSignIn(returned: string): Promise<{ token: string; wantedModel: string } | AccountRefusal> {
  const begun = takeBegun();
  if (!begun || new URLSearchParams(returned).get('state') !== begun.state)
    return refusedHere('That sign-in was not begun in this tab: begin again.');
  const { wantedModel, ...request } = begun;
  const answer = await askAccount('POST /api/account/sign-in', { returned, ...request });
  return 'body' in answer ? { token: answer.body.token, wantedModel } : answer;
}

function takeBegun(): Begun | undefined {
  try {
    const text = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    return text === null ? undefined : (JSON.parse(text) as Begun);
  } catch {
    return undefined;
  }
}
