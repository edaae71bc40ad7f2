// Records which sources can be asked for a file. Declares what all files of a run share.
import type { Placement } from '../disk/placement.ts';
import type { WorkFolder } from '../disk/work-folder.ts';
import type { PlannedFile } from '../plan/pull-plan.ts';
import type { RateLimit } from '../wire/rate-limit.ts';
import type { SourceFault, WireClient } from '../wire/wire-client.ts';
import type { Tell } from './pull-events.ts';
import { SLOWEST, type SourceState, type Timeouts, timesInARow } from './source-state.ts';

/**
 * If a request brings at least this many bytes before it fails, the count of failures in a row of its source starts
 * again.
 */
const OF_USE = 64 * 2 ** 10;

export interface PullContext {
  client: WireClient;
  sources: ReadonlyMap<string, SourceState>;
  placement: Placement;
  work: WorkFolder;
  limit: RateLimit | undefined;
  timeouts: Timeouts;
  tell: Tell;
  /** Aborts when the run ends, and so ends all requests. */
  signal: AbortSignal;
  /** Wakes everything that waits for a change of the run. */
  wake: () => void;
  /** Ends the run although files are missing, because the disk refuses writes. */
  stop: (error: unknown) => void;
}

/** Records which sources can be asked for a file, and why other sources can't. */
export class Holders {
  readonly #context: PullContext;
  readonly #file: PlannedFile;
  /** The reason why a source is not asked for this file any more, by the name of the source. */
  readonly #out = new Map<string, string>();
  /**
   * For each source, the number of its faults in a row with this file, and the number of the source's pause in which
   * the last fault fell.
   */
  readonly #faults = new Map<SourceState, { times: number; pause: number }>();

  /** For each source that is observed, the time when this began, and the number of its bytes until then. */
  readonly #watched = new Map<SourceState, { at: number; total: number }>();
  /** For each source, how often it was left because it was too slow with this file. */
  readonly #slow = new Map<SourceState, number>();

  constructor(context: PullContext, file: PlannedFile) {
    this.#context = context;
    this.#file = file;
  }

  /** Returns the URL of the file at a source; undefined if the source is not asked for this file any more. */
  urlAt(source: SourceState): string | undefined {
    if (source.gone !== undefined || this.#out.has(source.name)) return undefined;
    return this.#file.urls.find((one) => one.source === source.name)?.url;
  }

  /** Lists the sources that can be asked: those that were left least often for their slowness first, then the fastest. */
  left(): SourceState[] {
    const sources = [...this.#context.sources.values()].filter((source) => this.urlAt(source) !== undefined);
    // A source of unknown speed comes before one that is known to be slow.
    const rate = ({ speed }: SourceState) => speed.rate ?? SLOWEST * 1000;
    return sources.sort((a, b) => this.#timesSlow(a) - this.#timesSlow(b) || rate(b) - rate(a));
  }

  /** True if `source` was slow with this file, and another source that was slow less often can be asked now. */
  isOutpaced(source: SourceState): boolean {
    const times = this.#timesSlow(source);
    if (times === 0) return false;
    const now = performance.now();
    return this.left().some((other) => this.#timesSlow(other) < times && other.wait(now) === 0);
  }

  /**
   * Returns those of `users`, which are the sources that send this file now, that are too slow while another source
   * waits. Must be called often: it compares the bytes that a source sent since an earlier call.
   */
  tooSlow(users: ReadonlySet<SourceState>): SourceState[] {
    for (const source of this.#watched.keys()) if (!users.has(source)) this.#watched.delete(source);
    if (users.size === 0) return [];
    // The limit of the run may be what makes its sources slow.
    if (this.#context.limit?.isHolding) this.#watched.clear();
    const now = performance.now();
    const slow = [...users].filter((source) => this.#isTooSlow(source, now));
    if (slow.length === 0 || !this.left().some((other) => !users.has(other) && other.wait(now) === 0)) return [];
    for (const source of slow) {
      this.#slow.set(source, this.#timesSlow(source) + 1);
      this.#watched.delete(source);
    }
    return slow;
  }

  #isTooSlow(source: SourceState, now: number): boolean {
    const { total } = source.speed;
    const begun = this.#watched.get(source) ?? { at: now, total };
    this.#watched.set(source, begun);
    const spent = now - begun.at;
    if (spent < this.#context.timeouts.slow * 2 ** this.#timesSlow(source)) return false;
    if (total - begun.total < SLOWEST * spent) return true;
    this.#watched.delete(source);
    return false;
  }

  #timesSlow(source: SourceState): number {
    return this.#slow.get(source) ?? 0;
  }

  /** Stops asking a source for this file. */
  leave(source: SourceState, reason: string): void {
    this.#out.set(source.name, reason);
    this.#context.wake();
  }

  /** Records a request that brought enough bytes, so that the next fault counts as the first in a row. */
  serve(source: SourceState): void {
    source.serve();
    this.#faults.delete(source);
  }

  /** Records a request that failed after `came` new bytes of the file. */
  fail(source: SourceState, fault: SourceFault, came: number): void {
    const { path } = this.#file;
    if (came >= OF_USE) this.serve(source);
    const setback = source.fail(fault, performance.now());
    if (fault.kind === 'file') this.leave(source, fault.message);
    else this.#count(source, fault);
    if (setback || fault.kind === 'file')
      this.#context.tell({
        ...{ event: 'source', source: source.name, fault: fault.message, ...setback },
        ...(fault.kind === 'file' && { path }),
      });
    this.#context.wake();
  }

  /** Stops asking a source that fails repeatedly with this file, although it may send other files. */
  #count(source: SourceState, { message }: SourceFault): void {
    const last = this.#faults.get(source);
    const times = (last?.times ?? 0) + (last?.pause === source.pauses ? 0 : 1);
    this.#faults.set(source, { times, pause: source.pauses });
    if (times >= this.#context.timeouts.attempts) this.leave(source, timesInARow(message, times));
  }

  /** Returns a sentence with the reasons why no source is left. */
  why(): string {
    if (this.#file.urls.length === 0) return 'No source has it.';
    const reasons = this.#file.urls.map(({ source }) => {
      const gone = this.#context.sources.get(source)?.gone;
      return `${source} ${this.#out.get(source) ?? gone ?? 'was not asked'}`;
    });
    const mayPass =
      this.#faults.size > 0 || this.#file.urls.some(({ source }) => this.#context.sources.get(source)?.mayReturn);
    const fix = mayPass ? ' Try again later: the same command goes on.' : '';
    return `No source sent it: ${reasons.join('; ')}.${fix}`;
  }
}
