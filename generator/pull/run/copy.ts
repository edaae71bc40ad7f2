// Fetches one copy of a file in ranges. A faster source gets longer ranges, and a source with nothing else to do takes
// over a part of the range of a slow one.
import type { ByteSpan, RangeWork } from '../disk/file-ranges.ts';
import { PartFile } from '../disk/part-file.ts';
import type { PlannedFile } from '../plan/pull-plan.ts';
import type { PullContext } from './pull-context.ts';
import { type PullSource, Speed } from './pull-source.ts';
import { receive } from './receive.ts';

const LEAST = 2 ** 20;
const MOST = 32 * 2 ** 20;
/** The number of bytes of the first range, while the speed of the source is unknown. */
const FIRST = 4 * 2 ** 20;
/** The number of seconds that one range should take. */
const SECONDS = 2;
/** The minimum number of bytes that a source takes over from the range of another source. */
const CRUMBS = 64 * 2 ** 10;
/** A source helps only with a range that will take longer than this number of milliseconds. */
const HELP_MS = 500;
/** A source takes over even a small rest that will take longer than this number of milliseconds. */
const LATE_MS = 3000;
/** The number of milliseconds without a byte after which a range counts as stalled. */
const STILL_MS = 1500;
/** The number of bytes per millisecond below which a copy is too slow, however slow the other sources are. */
const SLOWEST = 16;

/** Some bytes of a copy, and the source that sent them. */
interface SentSpan extends ByteSpan {
  source: PullSource | undefined;
}

interface Running {
  source: PullSource;
  abort: AbortController;
  since: number;
  /** The time at which the last byte came. */
  heard: number;
  speed: Speed;
}

export class Copy {
  readonly part: PartFile;
  /** The only source that sends this copy; undefined if all sources do. */
  readonly only: PullSource | undefined;
  /** The bytes on the disk, with the source that sent them; undefined stands for an earlier run. */
  sent: SentSpan[];
  readonly #context: PullContext;
  readonly #file: PlannedFile;
  readonly #running = new Map<RangeWork, Running>();
  /** Resolves the waits for the end of all requests. */
  #onIdle: (() => void)[] = [];

  constructor(context: PullContext, file: PlannedFile, only?: PullSource) {
    this.#context = context;
    this.#file = file;
    this.only = only;
    const at = only ? `${file.sha256}.${file.urls.findIndex(({ source }) => source === only.name)}` : file.sha256;
    this.part = new PartFile(context.work.pathOf(at), file.size, only !== undefined);
    this.sent = this.part.ranges.bytes > 0 ? [{ source: undefined, from: 0, to: file.size }] : [];
  }

  get senders(): Set<PullSource | undefined> {
    return new Set(this.sent.map(({ source }) => source));
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
    return rate < (this.#context.limit ? 0.001 : SLOWEST) || rate * 10 < (other.speed.rate ?? 0) / 1000;
  }

  /** Gives out free bytes for a request to `source`; undefined if there are none. */
  take(source: PullSource): RangeWork | undefined {
    const { ranges } = this.part;
    // One whole answer has the bytes of all gaps.
    if (source.sendsWhole && !this.isRunning) {
      const rest = ranges.takeRest();
      if (rest) this.sent = this.sent.filter(({ from }) => from < rest.from);
      return rest;
    }
    return ranges.take(source.sendsWhole ? this.#file.size : lengthFor(source));
  }

  /** Gives out a part of a running range, or all of it, for an idle source; undefined if no range is slow. */
  relieve(source: PullSource, now: number): RangeWork | undefined {
    let slowest: { work: RangeWork; running: Running; left: number } | undefined;
    for (const [work, running] of this.#running) {
      const left = timeLeft(work, running, now);
      // A silent source takes over no stalled range. Otherwise two silent sources would take ranges from each other
      // without end.
      const mayHelp =
        running.source === source ? isStuck(work, running, now) : !source.isSilent || left < Number.POSITIVE_INFINITY;
      if (mayHelp && work.to > work.at && left > Math.max(HELP_MS, slowest?.left ?? 0))
        slowest = { work, running, left };
    }
    if (!slowest) return undefined;
    const { work, running, left } = slowest;
    const meeting = source.sendsWhole ? undefined : meetingPoint(work, rateOf(work, running, now), source.speed.rate);
    const from = meeting ?? (left > LATE_MS ? work.at : undefined);
    if (from === undefined) return undefined;
    if (from === work.at) running.abort.abort();
    if (isStill(running, now)) running.source.isSilent = true;
    return this.part.ranges.split(work, from);
  }

  /** Requests a range that `take` or `relieve` gave out. Throws a SourceFault, or an error of the disk. */
  async request(source: PullSource, url: string, work: RangeWork): Promise<void> {
    const now = performance.now();
    const running = { source, abort: new AbortController(), since: now, heard: now, speed: new Speed() };
    this.#running.set(work, running);
    this.#context.speeds.add(running.speed);
    source.requests++;
    try {
      await receive(this.#context, {
        ...{ source, url, size: this.#file.size, span: work, signal: running.abort.signal },
        onBytes(count) {
          running.heard = performance.now();
          running.speed.add(count);
        },
        sink: (pieces) => this.part.write(work, pieces),
      });
    } finally {
      source.requests--;
      this.#context.speeds.delete(running.speed);
      this.#running.delete(work);
      this.part.finish(work);
      const to = Math.min(work.written, work.to);
      if (to > work.from) this.sent.push({ source, from: work.from, to });
      if (!this.isRunning) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }

  /** Ends all requests, and forgets all bytes. */
  async drop(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    if (this.isRunning) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    await this.part.remove();
  }
}

function lengthFor({ speed: { rate }, requests }: PullSource): number {
  if (rate === undefined) return FIRST;
  return Math.min(MOST, Math.max(LEAST, Math.round((rate / Math.max(1, requests)) * SECONDS)));
}

const isStill = ({ heard }: Running, now: number) => now - heard > STILL_MS;

/** True if a range has stopped in its middle. The same source may then send the rest over another connection. */
const isStuck = ({ at, from }: RangeWork, running: Running, now: number) =>
  isStill(running, now) && at - from >= CRUMBS;

/** Returns the speed of a range in bytes per millisecond. */
function rateOf({ at, from }: RangeWork, running: Running, now: number): number {
  if (isStill(running, now)) return 0;
  const { rate } = running.speed;
  return rate === undefined ? (at - from) / Math.max(1, now - running.since) : rate / 1000;
}

/** Returns the estimated number of milliseconds until the range is complete. */
function timeLeft(work: RangeWork, running: Running, now: number): number {
  const rate = rateOf(work, running, now);
  if (rate > 0) return (work.to - work.at) / rate;
  // A range that has just begun counts as fast, so that no other source takes it over.
  return now - running.since > STILL_MS ? Number.POSITIVE_INFINITY : 0;
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
