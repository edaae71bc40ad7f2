// Everything that the files of a run share: the client, the sources, the disk, and whom to tell.
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
  /** Ends all requests when the run does. */
  signal: AbortSignal;
  /** Tells everybody who waits that something changed. */
  wake: () => void;
  /** Ends the run without its remaining files, because the disk takes no more. */
  stop: (error: unknown) => void;
  /** Called when a source sent wrong bytes, as the right bytes of another source have proved. */
  distrust: (source: SourceState, path: string) => void;
}

/** A file of the run, as its lanes see it. */
export interface FetchedFile {
  readonly planned: PlannedFile;
  /** The end of the fetch; undefined before it. */
  readonly end: 'right' | 'failed' | undefined;
  /** Gives the next thing to ask a source for; undefined if there is none now. */
  next(source: SourceState): (() => Promise<void>) | undefined;
  /** Gives a running range, or a part of it, to a source that has nothing else to do. */
  relieve(source: SourceState): (() => Promise<void>) | undefined;
  /** Drops the bytes of a source that sent wrong ones. */
  drop(source: SourceState): void;
  /** Fails the file if nobody is left to ask. */
  judge(): void;
}

/** The event of a file whose bytes are right: `fault` is the reason why it is not in place. */
export function fileEvent({ path, size }: PlannedFile, sources: string[], fault: string | undefined): PullEvent {
  return fault === undefined ? { event: 'file', path, bytes: size, sources } : { event: 'failed', path, reason: fault };
}

/** The sources that can be asked for a file: remembers which of them lack it. */
export class Holders {
  readonly #desk: RunDesk;
  readonly #file: PlannedFile;
  /** The reasons why sources are not asked for this file, by their names. */
  readonly #out = new Map<string, string>();

  constructor(desk: RunDesk, file: PlannedFile) {
    this.#desk = desk;
    this.#file = file;
  }

  /** Gives the place at a source; undefined if it is not asked for this file. */
  urlAt(source: SourceState): string | undefined {
    if (source.gone !== undefined || this.#out.has(source.name)) return undefined;
    return this.#file.urls.find((one: SourceUrl) => one.source === source.name)?.url;
  }

  /** Lists the sources that can be asked, the fastest first. */
  left(): SourceState[] {
    const sources = [...this.#desk.sources.values()].filter((source) => this.urlAt(source) !== undefined);
    return sources.sort((a, b) => (b.speed.rate ?? 0) - (a.speed.rate ?? 0));
  }

  /** Asks a source for this file no more. */
  leave(source: SourceState, reason: string): void {
    this.#out.set(source.name, reason);
  }

  /** Takes note of a failed request. */
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

  /** Says in a sentence why nobody is left. */
  why(): string {
    if (this.#file.urls.length === 0) return 'No source has it.';
    const reasons = this.#file.urls.map(({ source }) => {
      const gone = this.#desk.sources.get(source)?.gone;
      return `${source} ${this.#out.get(source) ?? gone ?? 'was not asked'}`;
    });
    return `No source sent it: ${reasons.join('; ')}.`;
  }
}
