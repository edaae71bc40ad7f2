// Gives a fake hub the limits that the public hub documents (https://huggingface.co/docs/hub/rate-limits): requests to
// the API and for files are counted separately, in fixed windows of five minutes. A faster clock shortens the windows.
import type { HubStandIn } from './hub-stand-in.ts';
import type { Trouble } from './stand-in.ts';

const WINDOW_S = 300;

interface Limited {
  /** The number of windows that began, by the kind of request. */
  windows: Record<'api' | 'resolvers', number>;
}

/**
 * Lets `hub` answer only the given numbers of requests in a window, to the API and for files. The clock runs `faster`
 * times as fast.
 */
export function limit(hub: HubStandIn, quotas: Record<'api' | 'resolvers', number>, faster: number): Limited {
  const told: Limited = { windows: { api: 0, resolvers: 0 } };
  const length = (WINDOW_S * 1000) / faster;
  const open = { api: { at: -1, sent: 0 }, resolvers: { at: -1, sent: 0 } };
  hub.trouble = (target): Trouble | undefined => {
    const kind = target.startsWith('/api/') ? 'api' : target.includes('/resolve/') ? 'resolvers' : undefined;
    if (!kind) return undefined;
    const now = performance.now();
    const at = Math.floor(now / length);
    if (open[kind].at !== at) {
      open[kind] = { at, sent: 0 };
      told.windows[kind]++;
    }
    const left = quotas[kind] - ++open[kind].sent;
    // The public hub gives whole seconds. Here the windows are shorter, so the time has hundredths.
    const seconds = Math.ceil(((at + 1) * length - now) / 10) / 100;
    const headers = {
      RateLimit: `"${kind}";r=${Math.max(left, 0)};t=${seconds}`,
      'RateLimit-Policy': `"fixed window";"${kind}";q=${quotas[kind]};w=${length / 1000}`,
    };
    if (left >= 0) return { headers };
    return { status: 429, headers, body: '{"error":"Too Many Requests"}' };
  };
  return told;
}
