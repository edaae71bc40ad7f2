// Gives ranges of one file to sources: longer ones to faster sources, and what a slow one has left to those with nothing
// to do.
import type { PlannedFile } from '../plan/pull-plan.ts';
import type { RangeWork } from '../ranges/file-ranges.ts';
import { SourceFault } from '../wire/source-fault.ts';
import { receive } from './receive.ts';
import type { Holders, RunDesk } from './run-desk.ts';
import type { SourceState } from './source-state.ts';

/** The ranges of a source at a time, of all files together. */
const RANGES = 4;
const LEAST = 2 ** 20;
const MOST = 32 * 2 ** 20;
/** Before anything is known of a source. */
const FIRST = 4 * 2 ** 20;
/** Seconds that a range should take. */
const SECONDS = 2;
/** Bytes that are too few to share. */
const CRUMBS = 64 * 2 ** 10;
/** Milliseconds that a range must have left for another source to help. */
const HELP_MS = 500;
/** Milliseconds without a byte after which a range counts as standing still. */
const STILL_MS = 1500;

/** Ranges to ask for. */
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
  /** The time of the last byte. */
  heard: number;
}

export class RangeLanes {
  readonly #desk: RunDesk;
  readonly #file: PlannedFile;
  readonly #holders: Holders;
  readonly #running = new Map<RangeWork, Running>();
  /** Sources that send whole files only. */
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
        const isOther = running.source !== source || isStill(running, now);
        return isOther && work.to > work.at && left > HELP_MS && book.mayRelieve(work, source.name);
      })
      .sort((a, b) => b.left - a.left);
    for (const { work, running } of slow) {
      const from = meetingPoint(work, rateOf(work, running, now), source.speed.rate);
      if (from === undefined) continue;
      const taken = book.split(work, from, source.name);
      if (from === work.at) running.abort.abort();
      return this.#run(source, url, taken, { book, ...rest });
    }
    return undefined;
  }

  /** Ends the requests to a source. */
  abort(source: SourceState): void {
    for (const running of this.#running.values()) if (running.source === source) running.abort.abort();
  }

  /** A source that sends whole files only is left alone while others send ranges. */
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
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        if (error.kind !== 'whole') this.#holders.fail(source, error);
      } finally {
        source.ranges--;
        this.#running.delete(work);
        finish(work);
        this.#desk.wake();
      }
    };
  }

  /** True if the bytes before the range are worth reading: nobody else sends ranges. */
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

/** Bytes a millisecond. */
function rateOf({ at, from }: RangeWork, running: Running, now: number): number {
  return isStill(running, now) ? 0 : (at - from) / Math.max(1, now - running.since);
}

/** Milliseconds until a range is here. */
function timeLeft(work: RangeWork, running: Running, now: number): number {
  const rate = rateOf(work, running, now);
  if (rate > 0) return (work.to - work.at) / rate;
  // It has just begun.
  return now - running.since > STILL_MS || isStill(running, now) ? Number.POSITIVE_INFINITY : 0;
}

/**
 * Gives the place up to which the slow one goes on, so that both end at the same time; undefined if that is not worth a
 * request. `slow` is in bytes a millisecond, `helper` in bytes a second.
 */
function meetingPoint({ at, to }: RangeWork, slow: number, helper: number | undefined): number | undefined {
  if (slow === 0) return at;
  const fast = helper === undefined ? slow : helper / 1000;
  const own = Math.floor((to - at) * (slow / (slow + fast)));
  if (to - at - own < CRUMBS) return undefined;
  return own < CRUMBS ? at : at + own;
}
