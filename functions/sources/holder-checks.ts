// Checks in the background whether a source that is up really serves the models for which callers were just redirected
// to it.

import { createRemembered, type Remembered } from '../../src/basics/remembered.ts';
import { retryAfter } from '../../src/table/headers.ts';
import type { Holder, HolderPort } from '../ports/ports.ts';

interface HolderCheckSettings {
  /** The tokens of the sources. */
  sources: readonly string[];
  /** Seconds between two probes of a source. A refusal lasts for a multiple of this time. */
  every: number;
  userAgent: string;
  /**
   * True if the last probe of this source was good, or if the source was never probed. A source that is down is not
   * asked about models.
   */
  isOk: (token: string) => boolean;
  get: typeof fetch;
}

interface Lane {
  /** True if the source may be asked now: no question is running, and the last one is long enough ago. */
  open: boolean;
  /** The time until which the source is not asked again about a model that it served, by model. */
  served: Remembered<string, number>;
  /** The number of times in a row that the source has refused a model, and the time of the next check, by model. */
  refused: Remembered<string, { times: number; next: number }>;
}

/** The minimum number of milliseconds between two questions to one source. */
const SPACING_MS = 1000;
/**
 * Lengths of time, each as a number of probe intervals. A source that serves a model is not asked about it again for
 * `SERVED` intervals. A first refusal lasts for `FIRST` intervals. Each further refusal lasts twice as long as the one
 * before, but at most `MOST` intervals.
 */
const [SERVED, FIRST, MOST] = [20, 2, 64];
/** The maximum milliseconds of a question, and of the wait that a source may ask for. */
const [TIME_LIMIT_MS, MOST_WAIT_MS] = [10_000, 86_400_000];
/**
 * The maximum number of models that are remembered for each source. At least the newer half of them stays remembered.
 */
const REMEMBERED = { most: 8192 };

/** Checks nothing: every source counts as serving its models. */
export const noHolderChecks: HolderPort = {
  serves: () => true,
  refuses: () => false,
  directed() {},
  refusing: () => ({}),
};

/**
 * Asks each source for files to which callers were just redirected, one question at a time and at most one a second. It
 * keeps only the model, the source and the answer, and nothing about the caller.
 */
export function holderChecks(settings: HolderCheckSettings): HolderPort & { stop(): void } {
  const { sources, every, isOk } = settings;
  const lane = (): Lane => ({
    open: true,
    served: createRemembered(REMEMBERED),
    refused: createRemembered(REMEMBERED),
  });
  const lanes = new Map(sources.map((token) => [token, lane()]));
  let isStopped = false;
  /** Asks the source about the model, and keeps its answer. Never rejects. */
  const ask = async (lane: Lane, model: string, { source, url }: Holder) => {
    if (isStopped || !isOk(source)) return;
    lane.open = false;
    const wait = await refusalOf(url, settings);
    const [now, unit] = [performance.now(), every * 1000];
    if (wait === undefined) {
      lane.refused.forget(model);
      lane.served.put(model, now + SERVED * unit);
    } else {
      const times = (lane.refused.known(model)?.times ?? 0) + 1;
      const hold = Math.min(FIRST * 2 ** (times - 1), MOST) * unit;
      lane.refused.put(model, { times, next: now + Math.max(hold, wait) });
    }
    const reopen = () => {
      lane.open = true;
    };
    setTimeout(reopen, Math.max(SPACING_MS, wait ?? 0)).unref();
  };
  return {
    serves(model, holder) {
      const lane = lanes.get(holder.source);
      const refusal = lane?.refused.known(model);
      if (!lane || !refusal) return true;
      // Until the source is known to serve the model again, it ranks behind the other sources.
      if (lane.open && performance.now() >= refusal.next) void ask(lane, model, holder);
      return false;
    },
    refuses: (model, source) => lanes.get(source)?.refused.known(model) !== undefined,
    directed(model, holder) {
      const lane = lanes.get(holder.source);
      if (!lane?.open || lane.refused.known(model)) return;
      if (performance.now() >= (lane.served.known(model) ?? 0)) void ask(lane, model, holder);
    },
    refusing() {
      const counts = [...lanes].map(([token, { refused }]) => [token, refused.size] as const);
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    stop() {
      isStopped = true;
    },
  };
}

/**
 * Asks for the file at `url` with a HEAD, and with a GET for one byte if the refusal may concern HEAD only, or if the
 * connection broke. Returns undefined if the source serves the file, and otherwise the milliseconds that it asks to
 * wait. A failure counts as a refusal.
 */
async function refusalOf(url: string, { userAgent, get }: HolderCheckSettings): Promise<number | undefined> {
  for (const [method, range] of [
    ['HEAD', {}],
    ['GET', { Range: 'bytes=0-0' }],
  ] as const) {
    const answer = await get(url, {
      method,
      // A redirect means that the source serves the file, so it is not followed.
      redirect: 'manual',
      headers: { 'User-Agent': userAgent, 'Accept-Encoding': 'identity', ...range },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    }).catch(() => undefined);
    await answer?.body?.cancel().catch(() => {});
    if (answer && answer.status < 400) return undefined;
    if (answer && (method === 'GET' || isPlain(answer.status)))
      return Math.min(retryAfter(answer.headers.get('retry-after')) ?? 0, MOST_WAIT_MS);
  }
  return 0;
}

/** True for a status that does not depend on the method: gone, too many requests, or a fault of the server. */
const isPlain = (status: number) =>
  status === 404 || status === 410 || status === 429 || (status >= 500 && status !== 501);
