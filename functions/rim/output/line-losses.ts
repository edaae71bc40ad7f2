// Counts lines that could not be written, and reports twice: when losses begin, and with their number when they are
// over.

export interface LossSettings {
  /** The output and its content in the reports: `Standard output`, `log lines`. */
  name: string;
  lines: string;
  /** Hears one sentence. */
  tell: (sentence: string) => void;
  /** Called with the number of lost lines, each time some are lost. */
  onLost?: (lines: number) => void;
}

/** Losses are over after this many milliseconds without one: on a disk that is nearly full, they stop and start again. */
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

  /** Called when everything was written. */
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
