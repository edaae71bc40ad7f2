// The knowledge that a run has about a source: its speed, its faults, and whether it may be asked again.
import { Speed } from '../ranges/speed.ts';
import type { SourceFault } from '../wire/source-fault.ts';

export interface Patience {
  /** Milliseconds without a byte after which a request counts as dead. */
  silence: number;
  /** Milliseconds before a source that was away is asked again. The pause doubles each time. */
  pause: number;
  /** The number of failures in a row after which a source is not asked any more in this run. */
  attempts: number;
  /** The maximum number of milliseconds of waiting that a source may demand. */
  longest: number;
}

/** The usual patience. It is enough for a source that is away for a minute. */
export const USUAL_PATIENCE: Patience = { silence: 30_000, pause: 500, attempts: 8, longest: 10 * 60_000 };

const LONGEST_PAUSE_MS = 30_000;

/** The news about a source after a fault. */
interface Setback {
  /** The number of faults in a row; absent for the fault of one file. */
  times?: number;
  /** Seconds until the source is asked again; absent if it is asked no more. */
  again?: number;
}

export class SourceState {
  readonly name: string;
  readonly speed = new Speed();
  /** The reason why the source is not asked any more; undefined while it is. */
  gone: string | undefined;
  /** True if the source sent wrong bytes. */
  isLiar = false;
  /** The number of files with the right bytes of which the source sent at least a part. */
  right = 0;
  /** The number of files for which this source alone sent wrong bytes, while no other source sent right ones. */
  doubtful = 0;
  /** The number of running ranges. */
  ranges = 0;
  /** True from a failure on, or a range that was taken away because nothing came, until the source sends something. */
  isSilent = false;
  /** True if a later run may find the source as it should be. */
  mayReturn = false;
  /** The number of pauses so far. Requests that fail during a pause belong to it. */
  pauses = 0;
  /** The faults that were reported to a person. */
  readonly #faults = new Set<string>();
  readonly #patience: Patience;
  #failures = 0;
  #quietUntil = 0;

  constructor(name: string, patience: Patience) {
    this.name = name;
    this.#patience = patience;
  }

  /** Gives the milliseconds until the source may be asked; 0 if it may be asked now. */
  wait(now: number): number {
    return Math.max(0, this.#quietUntil - now);
  }

  /** Counts the bytes of an answer. */
  hear(bytes: number): void {
    this.speed.add(bytes);
    this.isSilent = false;
  }

  /** Records that a request brought bytes of use: the next fault is the first one in a row. */
  serve(): void {
    this.#failures = 0;
  }

  /** Records a fault. Gives what to report; undefined if it was reported before, and is no further one in a row. */
  fail(fault: SourceFault, now: number): Setback | undefined {
    const isNews = !this.#faults.has(fault.message);
    this.#faults.add(fault.message);
    if (fault.kind !== 'away') return isNews ? {} : undefined;
    const isNext = this.wait(now) === 0;
    this.#pause(fault, now, isNext);
    if (!isNews && (!isNext || this.#failures === 1)) return undefined;
    return {
      times: Math.max(1, this.#failures),
      ...(this.gone === undefined && { again: Math.ceil(this.wait(now) / 1000) }),
    };
  }

  /** `isNext` is false for a request that ran at the same time as a failed one: both count as one failure. */
  #pause({ wait = 0, message }: SourceFault, now: number, isNext: boolean): void {
    const { pause, attempts, longest } = this.#patience;
    this.isSilent = true;
    if (isNext) {
      this.#failures++;
      this.pauses++;
    }
    if (wait > longest) this.gone ??= `${message}, and asks for ${Math.ceil(wait / 1000)} seconds of rest`;
    else if (this.#failures >= attempts) this.gone ??= timesInARow(message, attempts);
    this.mayReturn = this.gone !== undefined;
    const usual = isNext ? Math.min(pause * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS) : 0;
    this.#quietUntil = Math.max(this.#quietUntil, now + Math.max(wait, usual));
  }
}

/** Gives the words for a fault that comes again and again. */
export const timesInARow = (fault: string, times: number): string =>
  times === 1 ? fault : `${fault}, ${times} times in a row`;
