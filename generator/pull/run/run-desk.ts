// The things that all files of a run share: the client, the sources, the disk, and the receiver of events.
import type { Placement } from '../disk/placement.ts';
import type { WorkFolder } from '../disk/work-folder.ts';
import type { PlannedFile, SourceUrl } from '../plan/pull-plan.ts';
import type { RateLimit } from '../wire/rate-limit.ts';
import type { SourceFault } from '../wire/source-fault.ts';
import type { WireClient } from '../wire/wire-client.ts';
import type { PullEvent, Tell } from './pull-events.ts';
import type { Patience, SourceState } from './source-state.ts';

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
  }

  /** Records a failed request. */
  fail(source: SourceState, fault: SourceFault): void {
    const { path } = this.#file;
    const isNews = source.fail(fault, performance.now());
    if (fault.kind === 'file') this.leave(source, fault.message);
    if (isNews || fault.kind === 'file')
      this.#desk.tell({
        ...{ event: 'source', source: source.name, fault: fault.message },
        ...(fault.kind === 'file' && { path }),
      });
    this.#desk.wake();
  }

  /** Gives a sentence with the reasons why no source is left. */
  why(): string {
    if (this.#file.urls.length === 0) return 'No source has it.';
    const reasons = this.#file.urls.map(({ source }) => {
      const gone = this.#desk.sources.get(source)?.gone;
      return `${source} ${this.#out.get(source) ?? gone ?? 'was not asked'}`;
    });
    return `No source sent it: ${reasons.join('; ')}.`;
  }
}
