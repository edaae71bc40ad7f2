// Holder checks: whether a source that is up really serves a model, asked in the background of what was just directed.
import { Remembered } from '../../src/basics/remembered.ts';
import type { Holder, HolderPort } from '../ports/ports.ts';

interface HolderCheckSettings {
  /** Tokens of the sources. */
  sources: readonly string[];
  /** Seconds between probes of a source: how long a refusal holds follows from it. */
  every: number;
  userAgent: string;
  /** The last probe of this source was good, or there was none: one that is down needs no further questions. */
  isOk: (token: string) => boolean;
  get?: typeof fetch;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** What a source answered about one file: null when it serves it, else how long it asks us to wait, in milliseconds. */
type Refused = { wait: number } | null;

/** A refusal, and when the source is asked again. */
interface Refusal {
  times: number;
  next: number;
}

interface Lane {
  /** A question may be asked now: none is under way, and the last one was long enough ago. */
  open: boolean;
  /** By model: the time before which it is not asked about again. */
  asked: Remembered<string, number>;
  refused: Remembered<string, Refusal>;
}

/** Least time between two questions to one source, and the time one may take. */
const SPACING_MS = 1000;
const TIME_LIMIT_MS = 10_000;
/** Probe intervals: how long a model that is served is not asked about again, and how long a refusal holds at first and at most. */
const SERVED = 20;
const FIRST = 2;
const MOST = 64;
const MOST_WAIT_MS = 86_400_000;
/** Models remembered for each source: those of the last half of it at the least. */
const REMEMBERED = 8192;

/** No checks: every source is taken to serve what it holds. */
export const noHolderChecks: HolderPort = {
  serves: () => true,
  refuses: () => false,
  directed() {},
  refusing: () => ({}),
};

/**
 * Asks each source now and then, at most once a second and one question at a time, for a file that a caller was just
 * sent to. Nothing of the caller is kept: only the model, the source and the answer.
 */
export class HolderChecks implements HolderPort {
  readonly #settings: HolderCheckSettings;
  readonly #now: () => number;
  readonly #lanes: Map<string, Lane>;
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(settings: HolderCheckSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => performance.now());
    const lane = (): Lane => ({
      open: true,
      asked: new Remembered({ most: REMEMBERED }),
      refused: new Remembered({ most: REMEMBERED }),
    });
    this.#lanes = new Map(settings.sources.map((token) => [token, lane()]));
  }

  serves(model: string, holder: Holder): boolean {
    const lane = this.#lanes.get(holder.source);
    if (lane === undefined || lane.refused.size === 0) return true;
    const refusal = lane.refused.known(model);
    if (refusal === undefined) return true;
    // It stays behind the others until it is known to serve the model again.
    if (lane.open && this.#now() >= refusal.next) this.#ask(lane, model, holder);
    return false;
  }

  refuses(model: string, source: string): boolean {
    return this.#lanes.get(source)?.refused.known(model) !== undefined;
  }

  directed(model: string, holder: Holder): void {
    const lane = this.#lanes.get(holder.source);
    if (lane === undefined || !lane.open || lane.refused.known(model) !== undefined) return;
    const before = lane.asked.known(model);
    if (before !== undefined && this.#now() < before) return;
    this.#ask(lane, model, holder);
  }

  refusing(): Record<string, number> {
    const counts = [...this.#lanes].map(([token, { refused }]) => [token, refused.size] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #ask(lane: Lane, model: string, holder: Holder): void {
    if (this.#stopped || !this.#settings.isOk(holder.source)) return;
    lane.open = false;
    // The question never rejects: whatever goes wrong is an answer.
    void this.#answerOf(holder.url).then((refused) => {
      this.#keep(lane, model, refused);
      this.#reopen(lane, Math.max(SPACING_MS, refused?.wait ?? 0));
    });
  }

  #keep(lane: Lane, model: string, refused: Refused): void {
    const unit = this.#settings.every * 1000;
    if (refused === null) {
      lane.refused.forget(model);
      lane.asked.put(model, this.#now() + SERVED * unit);
      return;
    }
    const times = (lane.refused.known(model)?.times ?? 0) + 1;
    const hold = Math.min(FIRST * 2 ** (times - 1), MOST) * unit;
    lane.refused.put(model, { times, next: this.#now() + Math.max(hold, refused.wait) });
  }

  #reopen(lane: Lane, milliseconds: number): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      lane.open = true;
    }, milliseconds).unref();
    this.#timers.add(timer);
  }

  /** A HEAD; where that is refused in a way that may be about HEAD alone, or the connection dropped, one byte more. */
  async #answerOf(url: string): Promise<Refused> {
    const first = await this.#request(url, 'HEAD');
    if (first !== 'dropped' && (first.status < 400 || isPlain(first.status))) return refusalOf(first);
    const second = await this.#request(url, 'GET');
    return second === 'dropped' ? { wait: 0 } : refusalOf(second);
  }

  async #request(url: string, method: 'HEAD' | 'GET'): Promise<Response | 'dropped'> {
    const range = method === 'GET' ? { Range: 'bytes=0-0' } : {};
    try {
      const response = await (this.#settings.get ?? fetch)(url, {
        method,
        // Where a source sends its callers on to is its own business; that it does so is the answer.
        redirect: 'manual',
        headers: { 'User-Agent': this.#settings.userAgent, 'Accept-Encoding': 'identity', ...range },
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      await response.body?.cancel();
      return response;
    } catch {
      return 'dropped';
    }
  }
}

/** A refusal that says the same of every method: it is gone, there were too many requests, or the server is at fault. */
function isPlain(status: number): boolean {
  return status === 404 || status === 410 || status === 429 || (status >= 500 && status !== 501);
}

function refusalOf({ status, headers }: Response): Refused {
  return status < 400 ? null : { wait: retryAfter(headers.get('retry-after')) };
}

/** Milliseconds of a `Retry-After` (RFC 9110 10.2.3), a day at most; 0 without one. */
function retryAfter(value: string | null): number {
  if (value === null) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MOST_WAIT_MS) : 0;
}
