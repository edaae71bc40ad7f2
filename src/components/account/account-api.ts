// Calls the account routes for the signed-in person. Only this module sends a token, and it sends the token to no other
// address.

import { counted } from '../../model/figures.ts';
import type { Account, SavedList, SignInAnswer, SignInOffer, SignInToken } from '../../shapes/account.ts';
import type { accountRoutes } from '../../table/account-routes.ts';
import { href } from '../../table/route.ts';

/** The requests that this page sends, by method and path, with the body of each answer. */
export interface AccountBodies {
  'GET /api/account/sign-in': SignInOffer;
  'POST /api/account/sign-in': SignInToken;
  'GET /api/account/me': Account;
  'POST /api/account/saved': SavedList;
  'DELETE /api/account/saved/{model...}': SavedList;
  'POST /api/account/request': Account;
}

type AccountPath = (typeof accountRoutes)[keyof typeof accountRoutes]['pattern'];
export type AccountRequest = keyof AccountBodies & `${string} ${AccountPath}`;

export interface AccountRefusal {
  /** The HTTP status; 0 if no answer came, or if the page itself refuses. */
  status: number;
  /** The reason as a sentence, with the time to wait if the service named one. */
  sentence: string;
}

/**
 * Sends a request with the model or the answer that it is about, and with the token of the signed-in person if there is
 * one. Returns the body of a successful answer, or the refusal that came in its place. The request is a text because
 * the rows of the table have many words, which the script need not load.
 */
export async function askAccount<R extends AccountRequest>(
  request: R,
  about?: { model: string } | SignInAnswer,
  token?: string | null,
): Promise<{ body: AccountBodies[R] } | AccountRefusal> {
  const [method = '', pattern = ''] = request.split(' ');
  const hasBody = method === 'POST';
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(hasBody && { 'Content-Type': 'application/json' }),
  };
  try {
    const answer = await fetch(href({ pattern }, about), {
      method,
      headers,
      body: hasBody ? JSON.stringify(about) : null,
      // No cache keeps the private answer, and a redirect is an error, so the token goes to no other address.
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    const body = (await answer.json()) as AccountBodies[R] & { error?: string };
    if (answer.ok) return { body };
    return { status: answer.status, sentence: withWait(String(body.error), answer.headers.get('Retry-After')) };
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
