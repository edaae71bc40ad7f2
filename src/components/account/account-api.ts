// Calls the account routes for the signed-in person. Only this module sends a token, and it sends the token to no other
// address.

import { counted } from '../../model/figures.ts';
import type { Account, SavedList, SignInAnswer, SignInOffer, SignInToken } from '../../shapes/account.ts';
import type { accountRoutes } from '../../table/account-routes.ts';
import { href, type ParamsOf } from '../../table/route.ts';

/** The body of a successful answer, or the refusal that came in its place. */
export type AccountAnswer<T> = { body: T } | AccountRefusal;

export interface AccountRefusal {
  /** The HTTP status; 0 if no answer came, or if the page itself refuses. */
  status: number;
  /** The reason as a sentence, with the time to wait if the service named one. */
  sentence: string;
}

type AccountPath = (typeof accountRoutes)[keyof typeof accountRoutes]['pattern'];

/** Makes the path of an account row from its pattern. The script need not load the rows, which have many words. */
const pathOf = <P extends AccountPath>(pattern: P, params: ParamsOf<P>) => href({ pattern }, params);

/** Gets the provider's address and the parameters that a browser sends to it for signing in. */
export const readOffer = () => ask<SignInOffer>(undefined, 'GET', pathOf('/api/account/sign-in', {}));

/** Exchanges the answer of the identity provider for an identity token. */
export const exchangeCode = (answer: SignInAnswer) =>
  ask<SignInToken>(undefined, 'POST', pathOf('/api/account/sign-in', {}), answer);

export const readAccount = (token: string) => ask<Account>(token, 'GET', pathOf('/api/account/me', {}));

/** Adds `model` to the saved list if `isSaved` is true, otherwise removes it. */
export const setSaved = (token: string, model: string, isSaved: boolean) =>
  isSaved
    ? ask<SavedList>(token, 'POST', pathOf('/api/account/saved', {}), { model })
    : ask<SavedList>(token, 'DELETE', pathOf('/api/account/saved/{model...}', { model }));

/** Asks the operator to index `model`. */
export const askForModel = (token: string, model: string) =>
  ask<Account>(token, 'POST', pathOf('/api/account/request', {}), { model });

async function ask<T>(
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<AccountAnswer<T>> {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  try {
    const answer = await fetch(path, {
      ...{ method, headers, body: body ? JSON.stringify(body) : null },
      // No cache keeps the private answer, and a redirect is an error, so the token goes to no other address.
      ...{ cache: 'no-store', credentials: 'omit', redirect: 'error' },
    });
    const parsed = (await answer.json()) as T & { error?: string };
    if (answer.ok) return { body: parsed };
    return { status: answer.status, sentence: withWait(String(parsed.error), answer.headers.get('Retry-After')) };
  } catch {
    return { status: 0, sentence: 'The service could not be reached: see whether you are online, and try again.' };
  }
}

/**
 * Adds to the sentence how long to wait before another try. Leaves out a wait of an hour or more: it means a fault that
 * only the operator can mend, such as a missing key.
 */
function withWait(sentence: string, retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  if (!(seconds > 0 && seconds < 3600)) return sentence;
  return `${sentence} Try again in ${counted(seconds, 'second')}.`;
}
