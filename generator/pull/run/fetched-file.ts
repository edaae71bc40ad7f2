// Fetches a file in ranges from all its sources, and puts it in place if its hash is right. A faster source gets longer
// ranges, and a source with nothing else to do takes over a part of the range of a slow one. After a wrong hash, the
// file is fetched again as a whole, from one source at a time.
import { rmSync } from 'node:fs';
import type { RangeWork } from '../disk/file-ranges.ts';
import { MOST_SMALL, PartFile } from '../disk/part-file.ts';
import type { PlannedFile } from '../plan/pull-plan.ts';
import { SourceFault } from '../wire/wire-client.ts';
import { Holders, type PullContext } from './holders.ts';
import { fileEvent } from './pull-events.ts';
import { receive } from './receive.ts';
import type { SourceState } from './source-state.ts';

/** The maximum number of requests to one source at the same time, over all files. Large files get fewer. */
export const LANES = 8;
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
/** A source takes over even a small rest that will take longer than this number of milliseconds. */
const LATE_MS = 3000;
/** The number of milliseconds without a byte after which a range counts as stalled. */
const STILL_MS = 1500;

interface Running {
  source: SourceState;
  abort: AbortController;
  since: number;
  /** The time at which the last byte came. */
  heard: number;
}

type Task = () => Promise<void>;

export class FetchedFile {
  readonly planned: PlannedFile;
  readonly part: PartFile;
  /** The result of the fetch; undefined while it goes on. */
  end: 'right' | 'failed' | undefined;
  readonly #context: PullContext;
  readonly #holders: Holders;
  readonly #running = new Map<RangeWork, Running>();
  /** Sources that ignore ranges and send only whole files. */
  readonly #wholeOnly = new Set<SourceState>();
  /** The sources that sent the bytes on the disk; undefined stands for an earlier run. */
  readonly #senders = new Set<SourceState | undefined>();
  /** The hashes of the file as sources sent it, where they were wrong. */
  readonly #wrong = new Map<SourceState, string>();
  /** After a wrong hash, the sources that are asked: the one whose turn it is. */
  #turn: SourceState[] | undefined;
  #isJudging = false;

  constructor(context: PullContext, planned: PlannedFile) {
    this.#context = context;
    this.planned = planned;
    this.part = new PartFile(context.work.pathOf(planned.sha256), planned.size);
    if (this.part.ranges.bytes > 0) this.#senders.add(undefined);
    this.#holders = new Holders(context, planned);
  }

  /** Returns a function that sends the next request to a source; undefined if there is none now. */
  next(source: SourceState): Task | undefined {
    const url = this.#urlFor(source);
    if (url === undefined || this.#isOutdone(source, this.#running.size)) return undefined;
    const work = this.part.ranges.take(this.#wholeOnly.has(source) ? this.planned.size : lengthFor(source));
    return work && this.#run(source, url, work);
  }

  /**
   * Returns a function by which an idle source takes over a part of a running range or all of it; undefined if no range
   * is slow.
   */
  relieve(source: SourceState): Task | undefined {
    if (this.#running.size === 0 || this.#wholeOnly.has(source)) return undefined;
    const url = this.#urlFor(source);
    if (url === undefined) return undefined;
    const now = performance.now();
    const slow = [...this.#running]
      .map(([work, running]) => ({ work, running, left: timeLeft(work, running, now) }))
      .filter(({ work, running, left }) => {
        // A silent source takes over no stalled range. Otherwise two silent sources would take ranges from each other
        // without end.
        const mayHelp =
          running.source === source ? isStuck(work, running, now) : !source.isSilent || left < Number.POSITIVE_INFINITY;
        return mayHelp && work.to > work.at && left > HELP_MS;
      })
      .sort((a, b) => b.left - a.left);
    for (const { work, running, left } of slow) {
      const from = meetingPoint(work, rateOf(work, running, now), source.speed.rate) ?? (left > LATE_MS && work.at);
      if (from === false) continue;
      const taken = this.part.ranges.split(work, from);
      if (from === work.at) running.abort.abort();
      if (isStill(running, now)) running.source.isSilent = true;
      return this.#run(source, url, taken);
    }
    return undefined;
  }

  /** Checks the hash if all bytes are there. Fails the file if no source is left to ask. */
  judge(): void {
    if (this.end || this.#isJudging) return;
    this.#leaveSlow();
    if (this.#running.size > 0) return;
    const isWhole = this.part.ranges.isDone;
    if (!isWhole && this.#asked().length > 0) return;
    // While this is true, no source is asked for more bytes, and the run does not end before the file is closed.
    this.#isJudging = true;
    void (isWhole ? this.#decide() : this.#turn ? this.#startOver() : this.#fail())
      .catch(this.#context.stop)
      .finally(() => {
        this.#isJudging = false;
        this.#context.wake();
      });
  }

  /** Leaves the sources that are too slow, so that another source can send the file. */
  #leaveSlow(): void {
    const users = this.#turn ?? [...this.#running.values()].map(({ source }) => source);
    for (const slow of this.#holders.tooSlow(new Set(users))) {
      for (const { source, abort } of this.#running.values()) if (source === slow) abort.abort();
      this.#turn &&= [];
    }
  }

  /** Lists the sources that may be asked now. */
  #asked(): SourceState[] {
    const left = this.#holders.left();
    return this.#turn ? this.#turn.filter((source) => left.includes(source)) : left;
  }

  #urlFor(source: SourceState): string | undefined {
    if (this.end || this.#isJudging || this.#turn?.includes(source) === false) return undefined;
    const most = this.planned.size > MOST_SMALL ? RANGES : LANES;
    return source.requests < most && (this.#turn || !this.#holders.isOutpaced(source))
      ? this.#holders.urlAt(source)
      : undefined;
  }

  /** True if `source` sends only whole files while another source can send ranges. Such a source is not asked. */
  #isOutdone(source: SourceState, running: number): boolean {
    if (!this.#wholeOnly.has(source)) return false;
    const isBetter = (other: SourceState) =>
      !this.#wholeOnly.has(other) && (this.#turn || !this.#holders.isOutpaced(other));
    return running > 0 || this.#asked().some(isBetter);
  }

  #run(source: SourceState, url: string, work: RangeWork): Task {
    const now = performance.now();
    const running = { source, abort: new AbortController(), since: now, heard: now };
    const isForAll = this.#wholeOnly.has(source);
    this.#running.set(work, running);
    source.requests++;
    return async () => {
      try {
        await receive(this.#context, {
          ...{ source, url, size: this.planned.size, span: work, signal: running.abort.signal },
          onPiece(bytes) {
            work.at += bytes;
            running.heard = performance.now();
          },
          sink: (pieces) => this.part.write(work, pieces),
          mayBeWhole: () => {
            this.#wholeOnly.add(source);
            return isForAll && !this.#isOutdone(source, this.#running.size - 1);
          },
        });
        if (!running.abort.signal.aborted) this.#holders.serve(source);
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        if (error.kind !== 'whole') this.#holders.fail(source, error, work.at - work.from);
      } finally {
        source.requests--;
        this.#running.delete(work);
        this.part.finish(work);
        if (work.written > work.from) this.#senders.add(source);
        this.#context.wake();
      }
    };
  }

  async #decide(): Promise<void> {
    const found = await this.part.sha256();
    if (found === this.planned.sha256) return this.#finish();
    const [sender, ...others] = this.#senders;
    if (sender && others.length === 0) {
      this.#wrong.set(sender, found);
      this.#holders.leave(sender, `sent other bytes (SHA-256 ${found.slice(0, 12)}…)`);
    }
    await this.#startOver();
  }

  /** Forgets all bytes, since any of them may be wrong, and lets the next source send the whole file. */
  async #startOver(): Promise<void> {
    await this.part.clear();
    this.#senders.clear();
    this.#turn = this.#holders.left().slice(0, 1);
    if (this.#turn.length === 0) await this.#fail();
  }

  async #finish(): Promise<void> {
    await this.part.settle();
    await this.part.close();
    const { work, placement, tell } = this.#context;
    const path = work.pathOf(this.planned.sha256);
    // If a large file with the right hash can't be put in place, it stays for the next run.
    const fault = placement.put(this.planned, path);
    if (fault === undefined) this.part.removeNotes();
    else if (this.planned.size <= MOST_SMALL) rmSync(path, { force: true });
    this.end = fault === undefined ? 'right' : 'failed';
    // The right bytes of one source prove that the bytes of the others were wrong, and not the list of hashes.
    for (const source of this.#wrong.keys()) {
      source.gone ??= `sent wrong bytes of ${this.planned.path}`;
      tell({ event: 'source', source: source.name, fault: 'sent wrong bytes', path: this.planned.path });
    }
    const names = [...this.#senders].flatMap((source) => source?.name ?? []);
    tell(fileEvent(this.planned, names, fault));
  }

  async #fail(): Promise<void> {
    // The next run can continue an incomplete file, unless wrong bytes may be in it.
    if (this.#turn) await this.part.remove();
    else await this.part.close();
    this.end = 'failed';
    this.#context.tell({ event: 'failed', path: this.planned.path, reason: this.#why() });
  }

  #why(): string {
    const [first, ...others] = this.#wrong.values();
    if (first === undefined) return this.#holders.why();
    const names = [...this.#wrong.keys()].map(({ name }) => name).join(', ');
    if (others.length > 0 && others.every((found) => found === first))
      return `${names} agree on other bytes than the list names (SHA-256 ${first}): the list may be wrong.`;
    return `${names} sent other bytes than those with SHA-256 ${this.planned.sha256}. ${this.#holders.why()}`;
  }
}

function lengthFor({ speed: { rate }, requests }: SourceState): number {
  if (rate === undefined) return FIRST;
  return Math.min(MOST, Math.max(LEAST, Math.round((rate / Math.max(1, requests)) * SECONDS)));
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
