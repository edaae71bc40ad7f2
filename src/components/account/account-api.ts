// Asks the account routes for the person who is signed in: the only place that sends a token, and it sends it nowhere else.

import { counted } from '../../model/figures.ts';
import type { Account, SavedList, SignInAnswer, SignInOffer, SignInToken } from '../../shapes/account.ts';
import { accountRoutes } from '../../table/account-routes.ts';
import { href } from '../../table/route.ts';

/** The answer, or the reason why there is none. */
export type AccountAnswer<T> = { body: T } | AccountRefusal;

export interface AccountRefusal {
  /** 0: no answer came. */
  status: number;
  /** The service's own sentence, with the time to wait where it named one. */
  sentence: string;
}

/** Asks where people sign in. */
export const readOffer = () => ask<SignInOffer>(undefined, 'GET', href(accountRoutes.signIn, {}));

/** The token for what the browser came back with. */
export const exchangeCode = (answer: SignInAnswer) =>
  ask<SignInToken>(undefined, 'POST', href(accountRoutes.signIn, {}), answer);

/** The account that `token` is for. */
export const readAccount = (token: string) => ask<Account>(token, 'GET', href(accountRoutes.account, {}));

/** Records an address, or with null forgets it. */
export const setWallet = (token: string, wallet: string | null) =>
  ask<Account>(token, 'PATCH', href(accountRoutes.account, {}), { wallet });

/** Puts `model` on the saved list, or takes it off. */
export const setSaved = (token: string, model: string, isSaved: boolean) =>
  isSaved
    ? ask<SavedList>(token, 'POST', href(accountRoutes.saved, {}), { model })
    : ask<SavedList>(token, 'DELETE', href(accountRoutes.savedModel, { model }));

/** Asks for `model` to be indexed. */
export const askForModel = (token: string, model: string) =>
  ask<Account>(token, 'POST', href(accountRoutes.modelRequest, {}), { model });

/** Tells the operator of an interest in publishing. */
export const noteInterest = (token: string, note: string) =>
  ask<object>(token, 'POST', href(accountRoutes.publisherRequest, {}), note === '' ? {} : { note });

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
      // The answer is not cached, and the token does not follow a redirect.
      ...{ cache: 'no-store', credentials: 'omit', redirect: 'error' },
    });
    const told = (await answer.json()) as T & { error?: string };
    if (answer.ok) return { body: told };
    return { status: answer.status, sentence: withWait(String(told.error), answer.headers.get('Retry-After')) };
  } catch {
    return { status: 0, sentence: 'The service could not be reached: see whether you are online, and try again.' };
  }
}

/** A database comes back by itself, a key with a restart; a wait of an hour would help no visitor. */
function withWait(sentence: string, retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  if (!(seconds > 0 && seconds < 3600)) return sentence;
  return `${sentence} Try again in ${counted(seconds, 'second')}.`;
}
