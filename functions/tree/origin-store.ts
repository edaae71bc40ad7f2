// A store at another hub, asked over HTTP: its lists and packs, by their names.
import type { Store } from '../../src/tree/store.ts';

const TIMEOUT_MS = 30_000;

/** The store whose names stand below `base`, such as `https://hub.example/api/hub/tree`. Rejects where it gives no answer, or another than 200, 206 and 404. */
export function originStore(base: string, ask: typeof fetch = fetch): Store {
  const send = async (name: string, init: RequestInit): Promise<Response | undefined> => {
    const path = name.split('/').map(encodeURIComponent).join('/');
    // What is compressed on the way would come with other ranges.
    const headers = { 'Accept-Encoding': 'identity', ...init.headers };
    const answer = await ask(`${base}/${path}`, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (error: Error) => {
        // `fetch failed` alone says neither what was asked nor why.
        const { message } = (error.cause as Error | undefined) ?? error;
        throw new Error(`${base}/${path} can't be reached: ${message}`, { cause: error });
      },
    );
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 416) return undefined;
    throw new Error(`${base}/${path} answered ${answer.status}`);
  };
  return {
    get: async (name) => (await send(name, {}))?.bytes(),
    async range(name, start, end) {
      if (end <= start) return new Uint8Array();
      const answer = await send(name, { headers: { Range: `bytes=${start}-${end - 1}` } });
      const bytes = await answer?.bytes();
      // Who does not know ranges sends all there is (RFC 9110 14.2).
      return answer?.status === 200 ? bytes?.subarray(start, end) : bytes;
    },
    async size(name) {
      const length = (await send(name, { method: 'HEAD' }))?.headers.get('content-length');
      return length == null ? undefined : Number(length);
    },
  };
}
