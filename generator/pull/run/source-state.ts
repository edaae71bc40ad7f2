// The knowledge of a run about a source: its speed, its faults, and whether it is asked again.
import { Speed } from '../ranges/speed.ts';
import type { SourceFault } from '../wire/source-fault.ts';

export interface Patience {
  /** Milliseconds without a byte after which a request counts as dead. */
  silence: number;
  /** Milliseconds before a source that was away is asked again; each further time twice as long. */
  pause: number;
  /** The times in a row that a source may be away before it is asked no more in this run. */
  attempts: number;
  /** The most milliseconds that a source may ask us to wait. */
  longest: number;
}

/** The usual patience: a source that is away for a minute is still waited for. */
export const USUAL_PATIENCE: Patience = { silence: 30_000, pause: 500, attempts: 8, longest: 10 * 60_000 };

const LONGEST_PAUSE_MS = 30_000;

export class SourceState {
  readonly name: string;
  readonly speed = new Speed();
  /** The reason why it is asked no more; undefined while it is. */
  gone: string | undefined;
  /** True if it sent wrong bytes. */
  isLiar = false;
  /** The number of right files of which the source sent at least a part. */
  right = 0;
  /** The number of files for which the source alone sent other bytes, while nothing proved which bytes are right. */
  doubtful = 0;
  /** Faults that a person should hear of, each once. */
  readonly faults = new Set<string>();
  /** Ranges on their way. */
  ranges = 0;
  readonly #patience: Patience;
  #failures = 0;
  #quietUntil = 0;

  constructor(name: string, patience: Patience) {
    this.name = name;
    this.#patience = patience;
  }

  /** The milliseconds until it may be asked; 0 now. */
  wait(now: number): number {
    return Math.max(0, this.#quietUntil - now);
  }

  /** Counts bytes of an answer. */
  hear(bytes: number): void {
    this.speed.add(bytes);
    this.#failures = 0;
  }

  /** Takes note of a fault; true if it is the news of a person. */
  fail(fault: SourceFault, now: number): boolean {
    // Requests that ran at the same time fail together: they count once.
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
