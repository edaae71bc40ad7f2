// Ends a request that is too slow, because no byte comes for too long, or because all bytes together come too slowly.

/** The maximum number of milliseconds without a byte. */
const PATIENCE_MS = 60_000;
/** The minimum number of bytes per millisecond. A slower sender would take days for a large file. */
const SLOWEST = 16;

export class StallWatch {
  readonly #stalled = new AbortController();
  readonly #patience: number;
  readonly #slowest: number;
  /** Aborts if the request is too slow. The message of its reason is the end of a sentence. */
  readonly signal: AbortSignal;
  /** The time, in milliseconds of the monotonic clock, by which the next bytes must come. */
  #until: number;
  #timer: NodeJS.Timeout;

  /**
   * Aborts after `patience` milliseconds without a byte, or if the sender falls below `slowest` bytes per millisecond.
   * An abort of one of `signals` also aborts `signal`.
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

  /** Counts received bytes, and allows time for the next ones. */
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
