// Counts lines that could not be written, and reports twice: when losses begin, and with their number when they are
// over.

export interface LossSettings {
  /** Names the output and its content in the reports: `Standard output`, `log lines`. */
  name: string;
  lines: string;
  /** Takes one sentence. */
  tell: (sentence: string) => void;
  /** Hears of lost lines, as they are lost. */
  onLost?: (lines: number) => void;
}

/** So long must all be written before it counts as over: on a disk that is nearly full, it goes to and fro. */
const QUIET_MS = 1000;

export class LineLosses {
  readonly #settings: LossSettings;
  #count = 0;
  #since: number | undefined;
  #last = 0;

  constructor(settings: LossSettings) {
    this.#settings = settings;
  }

  /** Counts `count` lost lines; `why` continues the output's name, as in `is full`. */
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

  /** All could be written. */
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
