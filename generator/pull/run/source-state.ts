// Records what a run knows about a source: its speed, its faults, and whether it may be asked again.
import type { SourceFault } from '../wire/wire-client.ts';

export interface Timeouts {
  /** The number of milliseconds without a byte after which a request counts as dead. */
  silence: number;
  /**
   * The number of milliseconds after which a source that sends less than `SLOWEST` loses a file to another source.
   * Doubles for this file each time.
   */
  slow: number;
  /**
   * The number of milliseconds before a source that failed is asked again. The pause doubles after each further
   * failure.
   */
  pause: number;
  /** The number of failures in a row after which a source is not asked any more in this run. */
  attempts: number;
  /** The maximum number of milliseconds that a source may ask a client to wait. */
  longest: number;
}

/** The usual values. They suffice for a source that does not answer for a minute. */
export const USUAL_TIMEOUTS: Timeouts = {
  silence: 30_000,
  slow: 10_000,
  pause: 500,
  attempts: 8,
  longest: 10 * 60_000,
};

/** The number of bytes per millisecond below which a source is too slow. */
export const SLOWEST = 16;

const LONGEST_PAUSE_MS = 30_000;

/** The facts to report about a source after a fault. */
interface Setback {
  /** The number of faults in a row; absent if the fault concerns one file only. */
  times?: number;
  /** The number of seconds until the source is asked again; absent if it is not asked any more. */
  again?: number;
}

export class SourceState {
  readonly name: string;
  readonly speed = new Speed();
  /** The reason why the source is not asked any more; undefined if it is still asked. */
  gone: string | undefined;
  /** The number of requests that the source is answering now. */
  requests = 0;
  /**
   * True after the source failed, or after a range was taken from it because no byte came. It stays true until a byte
   * comes.
   */
  isSilent = false;
  /** True if a later run may succeed with this source, because the source only failed to answer. */
  mayReturn = false;
  /** The number of pauses of this source so far. All requests that fail during one pause count as one failure. */
  pauses = 0;
  /** The messages of the faults that were reported to a person. */
  readonly #faults = new Set<string>();
  readonly #timeouts: Timeouts;
  #failures = 0;
  #quietUntil = 0;

  constructor(name: string, timeouts: Timeouts) {
    this.name = name;
    this.#timeouts = timeouts;
  }

  /** Returns the number of milliseconds until the source may be asked; 0 if it may be asked now. */
  wait(now: number): number {
    return Math.max(0, this.#quietUntil - now);
  }

  /** Counts the bytes of an answer. */
  hear(bytes: number): void {
    this.speed.add(bytes);
    this.isSilent = false;
  }

  /** Records that a request brought enough bytes, so that the next fault counts as the first in a row. */
  serve(): void {
    this.#failures = 0;
  }

  /**
   * Records a fault, and returns what to report. Returns undefined if the same fault was reported before, unless it is
   * a further failure in a row.
   */
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

  /** Begins or prolongs a pause. `isNext` is false if the request failed during a pause: that is no further failure. */
  #pause({ wait = 0, message }: SourceFault, now: number, isNext: boolean): void {
    const { pause, attempts, longest } = this.#timeouts;
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

/** Describes a fault that happened several times in a row. */
export const timesInARow = (fault: string, times: number): string =>
  times === 1 ? fault : `${fault}, ${times} times in a row`;

/** The time in seconds after which an older speed counts for about a third. */
const MEMORY = 3;

/**
 * Measures the speed of a source. Smooths it, so that figures derived from it do not jump.
 */
class Speed {
  /** The number of all bytes that were counted. */
  total = 0;
  #unseen = 0;
  #rate: number | undefined;

  add(bytes: number): void {
    this.total += bytes;
    this.#unseen += bytes;
  }

  /** Ends an interval of `seconds`, whose bytes were counted since the last call. */
  tick(seconds: number): void {
    const now = this.#unseen / seconds;
    this.#unseen = 0;
    // Before the first byte, the speed is unknown.
    if (this.#rate === undefined && now === 0) return;
    this.#rate = this.#rate === undefined ? now : this.#rate + (now - this.#rate) * (1 - Math.exp(-seconds / MEMORY));
  }

  /** The speed in bytes per second; undefined before the first byte. */
  get rate(): number | undefined {
    return this.#rate;
  }
}
