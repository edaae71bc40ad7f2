// Fetches one copy of a file in ranges. A faster source gets longer ranges, and a source with nothing else to do takes
// over a part of the range of a slow one.

import { type ByteSpan, MOST_SMALL, PartFile } from './part-file.ts';
import type { PlannedFile } from './plan.ts';
import type { PullContext, PullSource } from './pull-source.ts';
import { receive } from './receive.ts';

const LEAST = 2 ** 20;
const MOST = 32 * 2 ** 20;
/** The number of bytes of the first range, while the speed of the source is unknown. */
const FIRST = 4 * 2 ** 20;
/** The number of seconds that one range should take. */
const SECONDS = 2;
/** The minimum number of bytes that a source takes over from the range of another source, and leaves to it. */
const CRUMBS = 64 * 2 ** 10;
/** A source helps only with a range that will take longer than this number of milliseconds. */
const HELP_MS = 500;
/** The number of milliseconds without a byte after which a range counts as stalled. */
const STILL_MS = 1500;
/** The number of bytes per second below which a copy is too slow, however slow the other sources are. */
const SLOWEST = 16_000;
/**
 * The number of bytes of a range between two notes about it. A killed run loses at most this many bytes of each range.
 */
const NOTE_EVERY = 2 ** 20;

/** A range that was requested from a source. */
export interface RangeWork extends ByteSpan {
  source: PullSource;
  abort: AbortController;
  /** The times of the request and of the last byte. */
  since: number;
  heard: number;
  /** The offsets up to which bytes have arrived, are on the disk, and are noted in the journal. */
  at: number;
  written: number;
  noted: number;
}

export class Copy {
  readonly part: PartFile;
  /** The only source that sends this copy; undefined if all sources do. */
  readonly only: PullSource | undefined;
  /** The sources that sent bytes of it in this run. */
  readonly senders = new Set<PullSource>();
  readonly #context: PullContext;
  readonly #size: number;
  /** The bytes that nobody was asked for, sorted. All bytes that are neither free nor running are on the disk. */
  readonly #free: ByteSpan[] = [];
  readonly #running = new Set<RangeWork>();
  /** Resolves the wait for the end of all requests. */
  #onIdle = () => {};

  constructor(context: PullContext, { sha256, size, urls }: PlannedFile, only?: PullSource) {
    this.#context = context;
    this.#size = size;
    this.only = only;
    const name = only ? `${sha256}.${urls.findIndex(({ source }) => source === only.name)}` : sha256;
    this.part = new PartFile(context.work.pathOf(name), size, only !== undefined);
    let at = 0;
    for (const { from, to } of [...this.part.kept, { from: size, to: size }].sort((a, b) => a.from - b.from)) {
      if (from > at) this.#free.push({ from: at, to: from });
      at = Math.max(at, to);
    }
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  get isDone(): boolean {
    return this.#running.size + this.#free.length === 0;
  }

  /** The number of bytes that are on the disk. */
  get bytes(): number {
    let bytes = this.#size;
    for (const { from, to } of this.#free) bytes -= to - from;
    for (const { written, to } of this.#running) bytes -= to - written;
    return bytes;
  }

  /** True if the copy comes so slowly that `other` should be asked, whose speed may be unknown. */
  isStuck(other: PullSource, now: number): boolean {
    if (!this.isRunning) return !this.only || this.only.wait(now) > 0;
    let rate = 0;
    for (const work of this.#running) {
      if (now - work.since < STILL_MS) return false;
      rate += rateOf(work, now);
    }
    return rate < SLOWEST || rate * 10 < (other.rate ?? 0);
  }

  /** Gives out the first free bytes for a request to `source`; undefined if no byte is free. */
  take(source: PullSource): RangeWork | undefined {
    const [free] = this.#free;
    if (!free) return undefined;
    const { rate, requests } = source;
    const length = rate === undefined ? FIRST : Math.round((rate / Math.max(1, requests)) * SECONDS);
    const most = this.only ? this.#size : Math.min(MOST, Math.max(LEAST, length));
    const { from, to } = free;
    // If the rest after `most` bytes is small, the range includes it, since it is not worth its own request.
    free.from = to - from < most * 1.5 ? to : from + most;
    if (free.from === to) this.#free.shift();
    return this.#begin(source, from, free.from);
  }

  /** Gives out a part of a running range, or all of it, for an idle source; undefined if no range is slow. */
  relieve(source: PullSource, now: number): RangeWork | undefined {
    let slowest: { work: RangeWork; left: number } | undefined;
    for (const work of this.#running) {
      const left = timeLeft(work, now);
      // A silent source takes over no stalled range. Otherwise two silent sources would take ranges from each other
      // without end. A source that stopped in the middle of a range may send the rest over another connection.
      const mayHelp =
        work.source === source
          ? isStill(work, now) && work.at - work.from >= CRUMBS
          : !source.isSilent || left < Number.POSITIVE_INFINITY;
      if (mayHelp && work.to > work.at && left > Math.max(HELP_MS, slowest?.left ?? 0)) slowest = { work, left };
    }
    if (!slowest) return undefined;
    const { work } = slowest;
    const from = meetingPoint(work, rateOf(work, now), source);
    if (from === undefined) return undefined;
    if (from === work.at) work.abort.abort();
    if (isStill(work, now)) work.source.isSilent = true;
    const { to } = work;
    work.to = from;
    return this.#begin(source, from, to);
  }

  /** Requests a range that `take` or `relieve` gave out. Throws a SourceFault, or an error of the disk. */
  async request(work: RangeWork, url: string): Promise<void> {
    const { source } = work;
    try {
      await receive(this.#context, {
        url,
        size: this.#size,
        span: work,
        signal: work.abort.signal,
        takesWhole: this.only !== undefined,
        onBytes(count) {
          work.heard = performance.now();
          source.hear(count);
        },
        sink: (pieces) => this.#write(work, pieces),
      });
    } finally {
      this.#end(work);
    }
  }

  /** Ends all requests, and forgets all bytes. */
  async drop(): Promise<void> {
    for (const { abort } of this.#running) abort.abort();
    if (this.isRunning)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    await this.part.remove();
  }

  #begin(source: PullSource, from: number, to: number): RangeWork {
    const now = performance.now();
    const offsets = { from, to, at: from, written: from, noted: from };
    const work = { ...offsets, source, abort: new AbortController(), since: now, heard: now };
    this.#running.add(work);
    source.requests++;
    return work;
  }

  async #write(work: RangeWork, pieces: readonly Buffer[]): Promise<void> {
    await this.part.write(pieces, work.written);
    for (const { length } of pieces) work.written += length;
    if (work.written - work.noted >= NOTE_EVERY) this.#note(work);
    this.#follow();
  }

  /** Ends a range. Its bytes on the disk stay, and the rest is free again. */
  #end(work: RangeWork): void {
    const { source, from, to, written } = work;
    source.requests--;
    this.#running.delete(work);
    if (written < to) {
      this.#free.push({ from: written, to });
      this.#free.sort((a, b) => a.from - b.from);
    }
    if (this.#size > MOST_SMALL || !this.isDone) this.#note(work);
    this.#follow();
    if (written > from) this.senders.add(source);
    if (!this.isRunning) this.#onIdle();
  }

  #note(work: RangeWork): void {
    if (work.written > work.noted) this.part.note({ from: work.noted, to: work.written });
    work.noted = work.written;
  }

  /** Continues the hash up to the first byte that is not on the disk. */
  #follow(): void {
    let gap = this.#free[0]?.from ?? this.#size;
    for (const { written, to } of this.#running) if (written < to) gap = Math.min(gap, written);
    void this.part.follow(gap);
  }
}

const isStill = ({ heard }: RangeWork, now: number) => now - heard > STILL_MS;

/** Estimates the speed of a range in bytes per second: the share that it has in the speed of its source. */
function rateOf(work: RangeWork, now: number): number {
  if (isStill(work, now)) return 0;
  const { rate, requests } = work.source;
  return rate === undefined ? ((work.at - work.from) / Math.max(1, now - work.since)) * 1000 : rate / requests;
}

/** Returns the estimated number of milliseconds until the range is complete. */
function timeLeft(work: RangeWork, now: number): number {
  const rate = rateOf(work, now);
  if (rate > 0) return ((work.to - work.at) / rate) * 1000;
  // A range that has just begun counts as fast, so that no other source takes it over.
  return now - work.since > STILL_MS ? Number.POSITIVE_INFINITY : 0;
}

/**
 * Returns the offset up to which the slow source continues, so that both sources end at the same time; undefined if the
 * other source is not fast enough for a small rest. Speeds are in bytes per second, and of one request, because two
 * sources would take a range from each other without end otherwise. A source that was silent takes no whole range that
 * still moves, since it may send nothing again.
 */
function meetingPoint({ at, to }: RangeWork, slow: number, { rate, requests, isSilent }: PullSource) {
  const fast = rate === undefined ? undefined : rate / (requests + 1);
  const least = slow > 0 && isSilent ? CRUMBS : 0;
  const own = slow === 0 ? 0 : Math.max(least, Math.floor((to - at) * (slow / (slow + (fast ?? slow)))));
  if (own >= CRUMBS && to - at - own >= CRUMBS) return at + own;
  return least === 0 && (fast === undefined || fast > 2 * slow) ? at : undefined;
}
