// Asks a source whether it serves a file, with as little data as possible.

/** A source's answer about one file: null if it serves the file, else the milliseconds that it asks us to wait. */
export type HolderRefusal = { wait: number } | null;

const TIME_LIMIT_MS = 10_000;
const MOST_WAIT_MS = 86_400_000;

/**
 * Asks for the file at `url` by a HEAD. If the refusal may be about HEAD alone, or the connection broke, it asks again for
 * one byte. `userAgent` names the service. Never rejects: every failure is an answer.
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
      // A redirect counts as a yes, even unfollowed.
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

/** True for a status that every method would get: gone, too many requests, or a fault of the server. */
function isPlain(status: number): boolean {
  return status === 404 || status === 410 || status === 429 || (status >= 500 && status !== 501);
}

function refusalOf({ status, headers }: Response): HolderRefusal {
  return status < 400 ? null : { wait: retryAfter(headers.get('retry-after')) };
}

/** Gives the milliseconds of a `Retry-After` (RFC 9110 10.2.3), a day at most; 0 if there is none. */
function retryAfter(value: string | null): number {
  if (value === null) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MOST_WAIT_MS) : 0;
}
