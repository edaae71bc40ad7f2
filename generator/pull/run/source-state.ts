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
  /** The faults that were reported to a person. Each is reported once. */
  readonly faults = new Set<string>();
  /** The number of running ranges. */
  ranges = 0;
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
    this.#failures = 0;
  }

  /** Records a fault. Gives true if it should be reported, because it is new. */
  fail(fault: SourceFault, now: number): boolean {
    // Requests that ran at the same time fail together, and count as one failure.
    if (fault.kind === 'away' && (fault.wait !== undefined || this.wait(now) === 0)) this.#pause(fault, now);
    const isNews = !this.faults.has(fault.message);
    this.faults.add(fault.message);
    return isNews;
  }

  #pause({ wait, message }: SourceFault, now: number): void {
    const { pause, attempts, longest } = this.#patience;
    this.#failures++;
    if (this.#failures >= attempts || (wait ?? 0) > longest) {
      this.gone ??= message;
      return;
    }
    const usual = Math.min(pause * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    this.#quietUntil = now + Math.max(wait ?? 0, usual);
  }
}
