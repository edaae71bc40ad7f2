// Records what a run knows about a source: its speed, its faults, and when it may be asked again.
import type { Placement } from './placement.ts';
import { type Tell, timesInARow } from './pull-lines.ts';
import type { SourceFault, WireClient } from './wire-client.ts';
import type { WorkFolder } from './work-folder.ts';

/** The bounds of a run; times are in milliseconds. */
export const PULL_LIMITS = {
  /** The time between two looks at pauses, speeds and slow ranges. One timer serves all sources. */
  tick: 250,
  /** The time without a byte after which a request ends. */
  silence: 30_000,
  /** The time until a source that failed is asked again. It doubles after each further failure. */
  pause: 500,
  /** The number of failures in a row, or of files in a row that it lacks, after which a source is left. */
  attempts: 8,
  /** The longest rest that a source may ask for, and the time without any byte after which a run ends. */
  longest: 5 * 60_000,
};
export type PullLimits = typeof PULL_LIMITS;

/** The state that all files and requests of a run share. */
export interface PullContext {
  client: WireClient;
  sources: ReadonlyMap<string, PullSource>;
  placement: Placement;
  work: WorkFolder;
  limits: PullLimits;
  tell: Tell;
  /** Aborts when the run ends, and so ends all requests. */
  signal: AbortSignal;
  /** Looks for the next requests, after a change of the run. */
  wake: () => void;
  /** Counts a file that has its result. */
  leave: () => void;
  /** Ends the run although files are missing, because the disk refuses writes. */
  stop: (error: unknown) => void;
}

const LONGEST_PAUSE_MS = 30_000;
/** The time in seconds after which an older speed counts for about a third. */
const MEMORY = 3;

export class PullSource {
  readonly name: string;
  /** The reason why the source is not asked any more; undefined if it is still asked. */
  gone: string | undefined;
  /** The number of requests that the source is answering now, and of all bytes that it sent. */
  requests = 0;
  bytes = 0;
  /** The speed in bytes per second, smoothed so that figures derived from it do not jump; undefined before the first byte. */
  rate: number | undefined;
  /** True if its bytes are not mixed with others: it sends whole files only, or it sent to a copy that was wrong. */
  isAlone = false;
  /** True after the source failed, or lost a range because no byte came. It stays true until a byte comes. */
  isSilent = false;
  /** The last fault after which the source paused. A later run may succeed with a source that only failed to answer. */
  fault: string | undefined;
  readonly #limits: PullLimits;
  readonly #told = new Set<string>();
  /** The numbers of failures in a row, and of files in a row that it lacks. */
  #failures = 0;
  #lacks = 0;
  #quietUntil = 0;
  /** The number of bytes at the last tick. */
  #counted = 0;

  constructor(name: string, limits: PullLimits) {
    this.name = name;
    this.#limits = limits;
  }

  /** Returns the number of milliseconds until the source may be asked; 0 if it may be asked now. */
  wait(now: number): number {
    return Math.max(0, this.#quietUntil - now);
  }

  hear(bytes: number): void {
    this.bytes += bytes;
    this.isSilent = false;
  }

  /** Measures the speed in an interval that ends now, and has this number of seconds. */
  tick(seconds: number): void {
    const now = (this.bytes - this.#counted) / seconds;
    this.#counted = this.bytes;
    if (this.rate !== undefined) this.rate += (now - this.rate) * (1 - Math.exp(-seconds / MEMORY));
    else if (now > 0) this.rate = now;
  }

  /** Records that a request brought enough bytes, so that the next fault counts as the first in a row. */
  serve(): void {
    this.#failures = 0;
    this.#lacks = 0;
  }

  /**
   * Records a fault. Returns what to report, if the fault is the first of its kind or ends the use of the source: the
   * number of faults in a row, and the number of seconds until the source is asked again.
   */
  fail(fault: SourceFault, now: number): { times?: number; again?: number } | undefined {
    if (this.gone !== undefined) return undefined;
    const isLack = fault.kind === 'file';
    const times = isLack ? ++this.#lacks : this.#pause(fault, now);
    if (times >= this.#limits.attempts) this.gone ??= timesInARow(fault.message, times);
    // Faults that differ only in their numbers are of one kind.
    const kind = fault.message.replace(/\d+/g, '#');
    if (this.gone === undefined && this.#told.has(kind)) return undefined;
    this.#told.add(kind);
    if (this.gone !== undefined) return { times };
    return isLack ? {} : { times, again: Math.max(1, Math.round(this.wait(now) / 1000)) };
  }

  /** Begins or prolongs a pause, and returns the number of failures in a row. */
  #pause({ wait, message }: SourceFault, now: number): number {
    const { pause, longest } = this.#limits;
    this.isSilent = true;
    this.fault = message;
    // A source that says when to come back is alive. All other requests that fail during one pause count as one failure.
    const isFirst = wait === undefined && this.wait(now) === 0;
    const rest = isFirst ? Math.min(pause * 2 ** this.#failures++, LONGEST_PAUSE_MS) : Math.max(wait ?? 0, pause);
    if (rest > longest) this.gone = `${message}, and asks for ${Math.ceil(rest / 1000)} seconds of rest`;
    this.#quietUntil = Math.max(this.#quietUntil, now + rest);
    return Math.max(1, this.#failures);
  }
}
