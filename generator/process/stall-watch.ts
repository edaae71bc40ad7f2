// Ends a request that is too slow: before its answer, within it, or as a whole.

/** Milliseconds without a byte. */
const PATIENCE_MS = 60_000;
/** Bytes per millisecond: a slower sender would take days. */
const SLOWEST = 16;

export class StallWatch {
  readonly #stalled = new AbortController();
  readonly #patience: number;
  readonly #slowest: number;
  /** Aborts, with the reason as the end of a sentence, when the request is too slow. */
  readonly signal: AbortSignal;
  /** The deadline for the bytes so far. */
  #until: number;
  #timer: NodeJS.Timeout;

  /**
   * Aborts after `patience` milliseconds without a byte, or when a sender is slower than `slowest` bytes a millisecond;
   * `signal` ends the request as well.
   */
  constructor(patience = PATIENCE_MS, signal?: AbortSignal, slowest = SLOWEST) {
    this.#patience = patience;
    this.#slowest = slowest;
    this.#until = performance.now() + patience;
    this.signal = signal ? AbortSignal.any([signal, this.#stalled.signal]) : this.#stalled.signal;
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
