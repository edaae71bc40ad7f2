// Counts lines that could not be written, and reports twice: when losses begin, and when they end, with the number of
// lost lines.

export interface LossSettings {
  /** The names of the output and of what it holds, for the reports: `Standard output`, `log lines`. */
  name: string;
  lines: string;
  /** Gets each report, which is one sentence. */
  tell: (sentence: string) => void;
  /** Called with the number of lost lines, each time lines are lost. */
  onLost?: (lines: number) => void;
}

/**
 * The milliseconds without a lost line after which losses count as ended. On a disk that is nearly full, some writes
 * fail and others succeed.
 */
const QUIET_MS = 1000;

export class LineLosses {
  readonly #settings: LossSettings;
  #count = 0;
  #since: number | undefined;
  #last = 0;

  constructor(settings: LossSettings) {
    this.#settings = settings;
  }

  /**
   * Counts `count` lost lines. `why` is the end of a sentence that begins with the output's name, such as `is full`.
   */
  add(count: number, why: string): void {
    if (count === 0) return;
    this.#count += count;
    this.#settings.onLost?.(count);
    this.#last = performance.now();
    if (this.#since !== undefined) return;
    this.#since = this.#last;
    const { name, lines, tell } = this.#settings;
    tell(`${name} ${why}: ${lines} are lost, and counted, until it takes them again.`);
  }

  /** Reports the end of the losses, if they have ended. Must be called each time everything has been written. */
  over(): void {
    if (this.#since === undefined || performance.now() - this.#last < QUIET_MS) return;
    const { name, lines, tell } = this.#settings;
    const seconds = Math.round((this.#last - this.#since) / 1000);
    const count = this.#count;
    this.#count = 0;
    this.#since = undefined;
    tell(`${name} takes ${lines} again: ${count} were lost within ${seconds} seconds.`);
  }
}
