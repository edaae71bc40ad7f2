// Assigns ranges of one file to sources. A faster source gets longer ranges. A source with nothing else to do takes
// over a part of the range of a slow source.
import type { PlannedFile } from '../plan/pull-plan.ts';
import type { RangeWork } from '../ranges/file-ranges.ts';
import { SourceFault } from '../wire/source-fault.ts';
import { receive } from './receive.ts';
import type { Holders, RunDesk } from './run-desk.ts';
import type { SourceState } from './source-state.ts';

/** The maximum number of ranges that one source sends at the same time, over all files. */
const RANGES = 4;
const LEAST = 2 ** 20;
const MOST = 32 * 2 ** 20;
/** The number of bytes of the first range, while the speed of the source is unknown. */
const FIRST = 4 * 2 ** 20;
/** The number of seconds that one range should take. */
const SECONDS = 2;
/** The minimum number of bytes that a source takes over from the range of another source. */
const CRUMBS = 64 * 2 ** 10;
/**
 * A source helps with a range of another source only if the range will take longer than this number of milliseconds.
 */
const HELP_MS = 500;
/** The number of milliseconds without a byte after which a range counts as stalled. */
const STILL_MS = 1500;

/** Gives out the ranges of a file to sources. */
interface RangeBook {
  take(by: string, most: number): RangeWork | undefined;
  split(work: RangeWork, from: number, by: string): RangeWork;
  mayRelieve(work: RangeWork, by: string): boolean;
}

interface Book {
  book: RangeBook;
  sink: (work: RangeWork, pieces: Buffer[]) => Promise<void>;
  finish: (work: RangeWork) => void;
}

interface Running {
  source: SourceState;
  abort: AbortController;
  since: number;
  /** The time at which the last byte came. */
  heard: number;
}

export class RangeLanes {
  readonly #desk: RunDesk;
  readonly #file: PlannedFile;
  readonly #holders: Holders;
  readonly #running = new Map<RangeWork, Running>();
  /** Sources that ignore ranges and send only whole files. */
  readonly #wholeOnly = new Set<SourceState>();

  constructor(desk: RunDesk, file: PlannedFile, holders: Holders) {
    this.#desk = desk;
    this.#file = file;
    this.#holders = holders;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  next(source: SourceState, book: Book): (() => Promise<void>) | undefined {
    const url = this.#holders.urlAt(source);
    if (url === undefined || source.ranges >= RANGES || this.#isOutdone(source, this.#running.size)) return undefined;
    const work = book.book.take(source.name, this.#wholeOnly.has(source) ? this.#file.size : lengthFor(source));
    return work && this.#run(source, url, work, book);
  }

  relieve(source: SourceState, { book, ...rest }: Book): (() => Promise<void>) | undefined {
    const url = this.#holders.urlAt(source);
    if (url === undefined || source.ranges >= RANGES || this.#wholeOnly.has(source)) return undefined;
    const now = performance.now();
    const slow = [...this.#running]
      .map(([work, running]) => ({ work, running, left: timeLeft(work, running, now) }))
      .filter(({ work, running, left }) => {
        const mayHelp =
          running.source === source ? isStuck(work, running, now) : !source.isSilent || left < Number.POSITIVE_INFINITY;
        return mayHelp && work.to > work.at && left > HELP_MS && book.mayRelieve(work, source.name);
      })
      .sort((a, b) => b.left - a.left);
    for (const { work, running } of slow) {
      const from = meetingPoint(work, rateOf(work, running, now), source.speed.rate);
      if (from === undefined) continue;
      const taken = book.split(work, from, source.name);
      if (from === work.at) running.abort.abort();
      // A silent source takes over no stalled range. Otherwise two silent sources would take ranges from each other
      // without end.
      if (isStill(running, now)) running.source.isSilent = true;
      return this.#run(source, url, taken, { book, ...rest });
    }
    return undefined;
  }

  /** Ends all requests for this file to `source`. */
  abort(source: SourceState): void {
    for (const running of this.#running.values()) if (running.source === source) running.abort.abort();
  }

  /** True if `source` sends only whole files while another source can send ranges. Such a source is not asked. */
  #isOutdone(source: SourceState, running: number): boolean {
    if (!this.#wholeOnly.has(source)) return false;
    return running > 0 || this.#holders.left().some((other) => !this.#wholeOnly.has(other));
  }

  #run(source: SourceState, url: string, work: RangeWork, { sink, finish }: Book): () => Promise<void> {
    const now = performance.now();
    const running = { source, abort: new AbortController(), since: now, heard: now };
    this.#running.set(work, running);
    source.ranges++;
    return async () => {
      try {
        await receive(this.#desk, {
          ...{ source, url, size: this.#file.size, span: work, signal: running.abort.signal },
          onPiece(bytes) {
            work.at += bytes;
            running.heard = performance.now();
          },
          sink: (pieces) => sink(work, pieces),
          mayBeWhole: () => this.#mayBeWhole(source),
        });
        if (!running.abort.signal.aborted) this.#holders.serve(source);
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        if (error.kind !== 'whole') this.#holders.fail(source, error, work.at - work.from);
      } finally {
        source.ranges--;
        this.#running.delete(work);
        finish(work);
        this.#desk.wake();
      }
    };
  }

  /**
   * Notes that `source` sends only whole files. Returns true if its answer may be read from the first byte on, because
   * no other source sends ranges.
   */
  #mayBeWhole(source: SourceState): boolean {
    this.#wholeOnly.add(source);
    return !this.#isOutdone(source, this.#running.size - 1);
  }
}

function lengthFor({ speed: { rate }, ranges }: SourceState): number {
  if (rate === undefined) return FIRST;
  return Math.min(MOST, Math.max(LEAST, Math.round((rate / Math.max(1, ranges)) * SECONDS)));
}

const isStill = ({ heard }: Running, now: number) => now - heard > STILL_MS;

/** True if a range has stopped in its middle. The same source may then send the rest over another connection. */
const isStuck = ({ at, from }: RangeWork, running: Running, now: number) =>
  isStill(running, now) && at - from >= CRUMBS;

/** Returns the speed of a range in bytes per millisecond. */
function rateOf({ at, from }: RangeWork, running: Running, now: number): number {
  return isStill(running, now) ? 0 : (at - from) / Math.max(1, now - running.since);
}

/** Returns the estimated number of milliseconds until the range is complete. */
function timeLeft(work: RangeWork, running: Running, now: number): number {
  const rate = rateOf(work, running, now);
  if (rate > 0) return (work.to - work.at) / rate;
  // A range that has just begun counts as fast, so that no other source takes it over.
  return now - running.since > STILL_MS || isStill(running, now) ? Number.POSITIVE_INFINITY : 0;
}

/**
 * Returns the offset up to which the slow source continues, so that both sources end at the same time; undefined if the
 * rest is not worth a request. `slow` is in bytes per millisecond, `helper` in bytes per second.
 */
function meetingPoint({ at, to }: RangeWork, slow: number, helper: number | undefined): number | undefined {
  if (slow === 0) return at;
  const fast = helper === undefined ? slow : helper / 1000;
  const own = Math.floor((to - at) * (slow / (slow + fast)));
  if (to - at - own < CRUMBS) return undefined;
  return own < CRUMBS ? at : at + own;
}
