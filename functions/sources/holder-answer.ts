// Asks a source whether it serves a file, and transfers as little data as possible.

import { retryAfter } from '../../src/basics/retry-after.ts';

/**
 * A source's answer about one file. Null means that the source serves the file; otherwise `wait` is the number of
 * milliseconds that the source asks to wait.
 */
export type HolderRefusal = { wait: number } | null;

const TIME_LIMIT_MS = 10_000;
const MOST_WAIT_MS = 86_400_000;

/**
 * Asks for the file at `url` with a HEAD. Asks again for one byte if the refusal may concern HEAD only, or if the
 * connection broke. `userAgent` names the service. Never rejects: a failure counts as a refusal.
 */
export async function askHolder(url: string, userAgent: string, get: typeof fetch = fetch): Promise<HolderRefusal> {
  const ask = (method: 'HEAD' | 'GET') => request(url, method, userAgent, get);
  const first = await ask('HEAD');
  if (first !== 'dropped' && (first.status < 400 || isPlain(first.status))) return refusalOf(first);
  const second = await ask('GET');
  return second === 'dropped' ? { wait: 0 } : refusalOf(second);
}

async function request(
  url: string,
  method: 'HEAD' | 'GET',
  userAgent: string,
  get: typeof fetch,
): Promise<Response | 'dropped'> {
  const range = method === 'GET' ? { Range: 'bytes=0-0' } : {};
  try {
    const response = await get(url, {
      method,
      // A redirect means that the source serves the file, so it is not followed.
      redirect: 'manual',
      headers: { 'User-Agent': userAgent, 'Accept-Encoding': 'identity', ...range },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    await response.body?.cancel();
    return response;
  } catch {
    return 'dropped';
  }
}

/** True for a status that does not depend on the method: gone, too many requests, or a fault of the server. */
function isPlain(status: number): boolean {
  return status === 404 || status === 410 || status === 429 || (status >= 500 && status !== 501);
}

function refusalOf({ status, headers }: Response): HolderRefusal {
  return status < 400 ? null : { wait: Math.min(retryAfter(headers.get('retry-after')) ?? 0, MOST_WAIT_MS) };
}
