// Checks in the background whether a source that is up really serves the models for which callers were just redirected
// to it.
import { Remembered } from '../../src/basics/remembered.ts';
import { retryAfter } from '../../src/basics/retry-after.ts';
import type { ProbeFinding } from '../ports/instances.ts';
import type { Holder, HolderPort } from '../ports/ports.ts';

/** Coordinates the questions of all instances that ask the same sources. */
export interface FellowChecks {
  /**
   * Takes the right to ask a source. Resolves to false while another instance has the right. Rejects while the other
   * instances can't be reached.
   */
  turn(source: string): Promise<boolean>;
  /**
   * Passes a finding on to the other instances. Any of them may ask the source again after `wait` milliseconds. Returns
   * at once.
   */
  found(finding: ProbeFinding, wait: number): void;
}

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
  /** Coordinates the questions with other instances; undefined if the service has a single instance. */
  fellows?: FellowChecks | undefined;
  /** Called with each answer of a source. */
  onAnswer?: (source: string, refuses: boolean) => void;
  get?: typeof fetch;
  /** Returns milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** The number of times in a row that a source has refused a model, and the time of the next check. */
interface RefusalCount {
  times: number;
  next: number;
}

/**
 * Returns the count after one more refusal at the time `now`. The source asks to wait `wait` milliseconds, and is
 * probed every `unit` milliseconds.
 */
function refusedAgain(before: RefusalCount | undefined, wait: number, now: number, unit: number): RefusalCount {
  const times = (before?.times ?? 0) + 1;
  const hold = Math.min(FIRST * 2 ** (times - 1), MOST) * unit;
  return { times, next: now + Math.max(hold, wait) };
}

interface Lane {
  /** True if the source may be asked now: no question is running, and the last one is long enough ago. */
  open: boolean;
  /** The time until which the source is not asked again about a model that it served, by model. */
  asked: Remembered<string, number>;
  refused: Remembered<string, RefusalCount>;
}

/** The minimum number of milliseconds between two questions to one source. */
const SPACING_MS = 1000;
/**
 * Lengths of time, each as a number of probe intervals. A source that serves a model is not asked about it again for
 * `SERVED` intervals. A first refusal lasts for `FIRST` intervals. Each further refusal lasts twice as long as the one
 * before, but at most `MOST` intervals.
 */
const SERVED = 20;
const FIRST = 2;
const MOST = 64;
/**
 * The maximum number of models that are remembered for each source. At least the newer half of them stays remembered.
 */
const REMEMBERED = 8192;

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
    // Until the source is known to serve the model again, it ranks behind the other sources.
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

  /** Adopts the findings of other instances. If `isAll` is true, drops all earlier findings. */
  learn(findings: readonly ProbeFinding[], isAll: boolean): void {
    if (isAll) for (const lane of this.#lanes.values()) lane.refused = new Remembered({ most: REMEMBERED });
    for (const { source, model, times, left } of findings) {
      const lane = this.#lanes.get(source);
      const next = this.#now() + left;
      if (times > 0) lane?.refused.put(model, { times, next });
      else {
        lane?.refused.forget(model);
        if (left > 0) lane?.asked.put(model, next);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #ask(lane: Lane, model: string, holder: Holder): void {
    if (this.#stopped || !this.#settings.isOk(holder.source)) return;
    lane.open = false;
    void this.#question(lane, model, holder).then((wait) => this.#reopen(lane, wait));
  }

  /**
   * Asks the source, unless another instance has the right to ask. Returns the milliseconds until the next question.
   * Never rejects.
   */
  async #question(lane: Lane, model: string, { source, url }: Holder): Promise<number> {
    const { fellows, userAgent, get } = this.#settings;
    // While the other instances can't be reached, each instance asks by itself.
    const isOurs = fellows === undefined || (await fellows.turn(source).catch(() => true));
    if (!isOurs) return SPACING_MS;
    const refused = await askHolder(url, userAgent, get);
    const wait = Math.max(SPACING_MS, refused?.wait ?? 0);
    const kept = this.#keep(lane, model, refused);
    this.#settings.onAnswer?.(source, refused !== null);
    fellows?.found({ source, model, ...kept }, wait);
    return wait;
  }

  #keep(lane: Lane, model: string, refused: HolderRefusal): Pick<ProbeFinding, 'times' | 'left'> {
    const unit = this.#settings.every * 1000;
    const now = this.#now();
    if (refused === null) {
      lane.refused.forget(model);
      lane.asked.put(model, now + SERVED * unit);
      return { times: 0, left: SERVED * unit };
    }
    const refusal = refusedAgain(lane.refused.known(model), refused.wait, now, unit);
    lane.refused.put(model, refusal);
    return { times: refusal.times, left: refusal.next - now };
  }

  #reopen(lane: Lane, milliseconds: number): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      lane.open = true;
    }, milliseconds).unref();
    this.#timers.add(timer);
  }
}

/**
 * A source's answer about one file. Null means that the source serves the file; otherwise `wait` is the number of
 * milliseconds that the source asks to wait.
 */
type HolderRefusal = { wait: number } | null;

const TIME_LIMIT_MS = 10_000;
const MOST_WAIT_MS = 86_400_000;

/**
 * Asks for the file at `url` with a HEAD. Asks again for one byte if the refusal may concern HEAD only, or if the
 * connection broke. `userAgent` names the service. Never rejects: a failure counts as a refusal.
 */
async function askHolder(url: string, userAgent: string, get: typeof fetch = fetch): Promise<HolderRefusal> {
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
