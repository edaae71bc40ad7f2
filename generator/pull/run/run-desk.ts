// The things that all files of a run share: the client, the sources, the disk, and the receiver of events.
import type { Placement } from '../disk/placement.ts';
import type { WorkFolder } from '../disk/work-folder.ts';
import type { PlannedFile, SourceUrl } from '../plan/pull-plan.ts';
import type { RateLimit } from '../wire/rate-limit.ts';
import type { SourceFault } from '../wire/source-fault.ts';
import type { WireClient } from '../wire/wire-client.ts';
import type { PullEvent, Tell } from './pull-events.ts';
import { type Patience, type SourceState, timesInARow } from './source-state.ts';

/** Bytes. A request that brings fewer of its file, and then fails, was of no use. */
const OF_USE = 64 * 2 ** 10;

export interface RunDesk {
  client: WireClient;
  sources: ReadonlyMap<string, SourceState>;
  placement: Placement;
  work: WorkFolder;
  limit: RateLimit | undefined;
  patience: Patience;
  tell: Tell;
  /** Aborts when the run ends, and so ends all requests. */
  signal: AbortSignal;
  /** Wakes everything that waits, because something has changed. */
  wake: () => void;
  /** Ends the run although files are missing, because the disk refuses writes. */
  stop: (error: unknown) => void;
  /** Called when the right bytes of another source have proved that `source` sent wrong ones. */
  distrust: (source: SourceState, path: string) => void;
}

/** A file of the run, as the lanes of the sources see it. */
export interface FetchedFile {
  readonly planned: PlannedFile;
  /** The result of the fetch; undefined while it goes on. */
  readonly end: 'right' | 'failed' | undefined;
  /** The number of bytes that need not be fetched again. */
  readonly kept: number;
  /** Gives the next request to send to a source; undefined if there is none now. */
  next(source: SourceState): (() => Promise<void>) | undefined;
  /** Lets a source that has nothing else to do take over a running range, or a part of one. */
  relieve(source: SourceState): (() => Promise<void>) | undefined;
  /** Drops the bytes that a source sent for this file, because it has sent wrong bytes. */
  drop(source: SourceState): void;
  /** Fails the file if no source is left to ask. */
  judge(): void;
}

/** Makes the event for a file with the right bytes. If it could not be put in place, `fault` is the reason. */
export function fileEvent({ path, size }: PlannedFile, sources: string[], fault: string | undefined): PullEvent {
  return fault === undefined ? { event: 'file', path, bytes: size, sources } : { event: 'failed', path, reason: fault };
}

/** Knows which sources can be asked for a file, and which of them lack it. */
export class Holders {
  readonly #desk: RunDesk;
  readonly #file: PlannedFile;
  /** The reasons why some sources are not asked for this file any more, by the names of the sources. */
  readonly #out = new Map<string, string>();
  /** The faults in a row of each source with this file, and the pause of the source to which the last one belongs. */
  readonly #faults = new Map<SourceState, { times: number; pause: number }>();

  constructor(desk: RunDesk, file: PlannedFile) {
    this.#desk = desk;
    this.#file = file;
  }

  /** Gives the place of the file at a source; undefined if the source is not asked for this file any more. */
  urlAt(source: SourceState): string | undefined {
    if (source.gone !== undefined || this.#out.has(source.name)) return undefined;
    return this.#file.urls.find((one: SourceUrl) => one.source === source.name)?.url;
  }

  /** Lists the sources that can be asked, the fastest first. */
  left(): SourceState[] {
    const sources = [...this.#desk.sources.values()].filter((source) => this.urlAt(source) !== undefined);
    return sources.sort((a, b) => (b.speed.rate ?? 0) - (a.speed.rate ?? 0));
  }

  /** Stops asking a source for this file. */
  leave(source: SourceState, reason: string): void {
    this.#out.set(source.name, reason);
    this.#desk.wake();
  }

  /** Records a request that brought bytes of use. */
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
      this.#desk.tell({
        ...{ event: 'source', source: source.name, fault: fault.message, ...setback },
        ...(fault.kind === 'file' && { path }),
      });
    this.#desk.wake();
  }

  /** Leaves a source that fails again and again with this file, although it may send others. */
  #count(source: SourceState, { message }: SourceFault): void {
    const last = this.#faults.get(source);
    const times = (last?.times ?? 0) + (last?.pause === source.pauses ? 0 : 1);
    this.#faults.set(source, { times, pause: source.pauses });
    if (times >= this.#desk.patience.attempts) this.leave(source, timesInARow(message, times));
  }

  /** Gives a sentence with the reasons why no source is left. */
  why(): string {
    if (this.#file.urls.length === 0) return 'No source has it.';
    const reasons = this.#file.urls.map(({ source }) => {
      const gone = this.#desk.sources.get(source)?.gone;
      return `${source} ${this.#out.get(source) ?? gone ?? 'was not asked'}`;
    });
    const mayPass =
      this.#faults.size > 0 || this.#file.urls.some(({ source }) => this.#desk.sources.get(source)?.mayReturn);
    const fix = mayPass ? ' Try again later: the same command goes on.' : '';
    return `No source sent it: ${reasons.join('; ')}.${fix}`;
  }
}
