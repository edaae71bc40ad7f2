// Fetches one copy of a file in ranges. A faster source gets longer ranges, and a source with nothing else to do takes
// over a part of the range of a slow one.
import type { RangeWork } from '../disk/file-ranges.ts';
import { PartFile } from '../disk/part-file.ts';
import type { PlannedFile } from '../plan/pull-plan.ts';
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

interface Running {
  source: PullSource;
  abort: AbortController;
  since: number;
  /** The time at which the last byte came. */
  heard: number;
}

export class Copy {
  readonly part: PartFile;
  /** The only source that sends this copy; undefined if all sources do. */
  readonly only: PullSource | undefined;
  /** The sources that sent bytes which are on the disk; undefined stands for an earlier run. */
  readonly senders = new Set<PullSource | undefined>();
  readonly #context: PullContext;
  readonly #file: PlannedFile;
  readonly #running = new Map<RangeWork, Running>();
  /** Resolves the wait for the end of all requests. */
  #onIdle = () => {};

  constructor(context: PullContext, file: PlannedFile, only?: PullSource) {
    this.#context = context;
    this.#file = file;
    this.only = only;
    const at = only ? `${file.sha256}.${file.urls.findIndex(({ source }) => source === only.name)}` : file.sha256;
    this.part = new PartFile(context.work.pathOf(at), file.size, only !== undefined);
    if (this.part.ranges.bytes > 0) this.senders.add(undefined);
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** True if the copy comes so slowly that `other` should be asked, whose speed may be unknown. */
  isStuck(other: PullSource, now: number): boolean {
    if (!this.isRunning) return !this.only || this.only.wait(now) > 0;
    let rate = 0;
    for (const [work, running] of this.#running) {
      if (now - running.since < STILL_MS) return false;
      rate += rateOf(work, running, now);
    }
    // The limit of the run may be what makes its sources slow.
    return rate < (this.#context.limit ? 1 : SLOWEST) || rate * 10 < (other.speed.rate ?? 0);
  }

  /** Gives out free bytes for a request to `source`; undefined if there are none. */
  take({ speed: { rate }, requests }: PullSource): RangeWork | undefined {
    const length = rate === undefined ? FIRST : Math.round((rate / Math.max(1, requests)) * SECONDS);
    return this.part.ranges.take(this.only ? this.#file.size : Math.min(MOST, Math.max(LEAST, length)));
  }

  /** Gives out a part of a running range, or all of it, for an idle source; undefined if no range is slow. */
  relieve(source: PullSource, now: number): RangeWork | undefined {
    let slowest: { work: RangeWork; running: Running; left: number } | undefined;
    for (const [work, running] of this.#running) {
      const left = timeLeft(work, running, now);
      // A silent source takes over no stalled range. Otherwise two silent sources would take ranges from each other
      // without end. A source that stopped in the middle of a range may send the rest over another connection.
      const mayHelp =
        running.source === source
          ? isStill(running, now) && work.at - work.from >= CRUMBS
          : !source.isSilent || left < Number.POSITIVE_INFINITY;
      if (mayHelp && work.to > work.at && left > Math.max(HELP_MS, slowest?.left ?? 0))
        slowest = { work, running, left };
    }
    if (!slowest) return undefined;
    const { work, running } = slowest;
    const slow = rateOf(work, running, now);
    const from = meetingPoint(work, slow, source.speed.rate);
    if (from === undefined) return undefined;
    if (from === work.at) running.abort.abort();
    if (isStill(running, now)) running.source.isSilent = true;
    return this.part.ranges.split(work, from);
  }

  /** Requests a range that `take` or `relieve` gave out. Throws a SourceFault, or an error of the disk. */
  async request(source: PullSource, url: string, work: RangeWork): Promise<void> {
    const now = performance.now();
    const running = { source, abort: new AbortController(), since: now, heard: now };
    this.#running.set(work, running);
    source.requests++;
    try {
      await receive(this.#context, {
        ...{ url, size: this.#file.size, span: work, signal: running.abort.signal },
        takesWhole: this.only !== undefined,
        onBytes(count) {
          running.heard = performance.now();
          source.hear(count);
        },
        sink: (pieces) => this.part.write(work, pieces),
      });
    } finally {
      source.requests--;
      this.#running.delete(work);
      this.part.finish(work);
      if (work.written > work.from) this.senders.add(source);
      if (!this.isRunning) this.#onIdle();
    }
  }

  /** Ends all requests, and forgets all bytes. */
  async drop(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    if (this.isRunning)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    await this.part.remove();
  }
}

const isStill = ({ heard }: Running, now: number) => now - heard > STILL_MS;

/** Estimates the speed of a range in bytes per second: the share that it has in the speed of its source. */
function rateOf({ at, from }: RangeWork, running: Running, now: number): number {
  if (isStill(running, now)) return 0;
  const { speed, requests } = running.source;
  return speed.rate === undefined ? ((at - from) / Math.max(1, now - running.since)) * 1000 : speed.rate / requests;
}

/** Returns the estimated number of milliseconds until the range is complete. */
function timeLeft(work: RangeWork, running: Running, now: number): number {
  const rate = rateOf(work, running, now);
  if (rate > 0) return ((work.to - work.at) / rate) * 1000;
  // A range that has just begun counts as fast, so that no other source takes it over.
  return now - running.since > STILL_MS ? Number.POSITIVE_INFINITY : 0;
}

/**
 * Returns the offset up to which the slow source continues, so that both sources end at the same time; undefined if the
 * other source is not fast enough for a small rest. Both speeds are in bytes per second.
 */
function meetingPoint({ at, to }: RangeWork, slow: number, fast: number | undefined): number | undefined {
  const own = slow === 0 ? 0 : Math.floor((to - at) * (slow / (slow + (fast ?? slow))));
  if (own >= CRUMBS && to - at - own >= CRUMBS) return at + own;
  return fast === undefined || fast > 2 * slow ? at : undefined;
}
