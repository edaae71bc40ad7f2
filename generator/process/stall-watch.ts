// Ends a request that is too slow: it may send nothing for too long, or too little over its whole time.

/** The maximum number of milliseconds without a byte. */
const PATIENCE_MS = 60_000;
/** Bytes per millisecond. A slower sender would take days. */
const SLOWEST = 16;

export class StallWatch {
  readonly #stalled = new AbortController();
  readonly #patience: number;
  readonly #slowest: number;
  /** Aborts when the request is too slow. The reason is the end of a sentence. */
  readonly signal: AbortSignal;
  /** The time by which the next bytes must come. */
  #until: number;
  #timer: NodeJS.Timeout;

  /**
   * Aborts after `patience` milliseconds without a byte, or when the sender falls below `slowest` bytes per
   * millisecond. Each of `signals` ends the request as well.
   */
  constructor(patience = PATIENCE_MS, signals: readonly AbortSignal[] = [], slowest = SLOWEST) {
    this.#patience = patience;
    this.#slowest = slowest;
    this.#until = performance.now() + patience;
    this.signal = signals.length > 0 ? AbortSignal.any([...signals, this.#stalled.signal]) : this.#stalled.signal;
    this.#timer = this.#start();
  }

  /** Stops watching. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** Counts received bytes. */
  again(bytes: number): void {
    this.#until += bytes / this.#slowest;
    this.end();
    this.#timer = this.#start();
  }

  #start(): NodeJS.Timeout {
    const left = Math.min(this.#patience, Math.max(this.#until - performance.now(), 0));
    return setTimeout(() => this.#stalled.abort(this.#why()), left).unref();
  }

  #why(): Error {
    return new Error(
      `it sends nothing for ${this.#patience / 1000} seconds, or less than ${this.#slowest} kB a second`,
    );
  }
}
