// Keeps requests from waiting for a server that hangs. The first request waits for `PATIENCE_MS`; later ones fail at
// once until the server answers again.

/**
 * The maximum number of milliseconds that a request waits for the first bytes of a bucket, a database or an
 * identity provider.
 */
export const PATIENCE_MS = 1500;
/** The milliseconds from the end of a trial to the next trial. */
const REST_MS = 500;
/** The milliseconds without a request after which trials stop. */
const FORGOTTEN_MS = 60_000;

interface BreakerSettings {
  /** Makes the error for a refused request. */
  away: () => Error;
  /** Sends a small request to the server, and resolves if the server answers. */
  trial: (signal: AbortSignal) => Promise<unknown>;
}

/** Guards the requests to one server. */
export class Breaker {
  readonly #settings: BreakerSettings;
  #isOpen = false;
  /** The time of the last request that was late or was refused here. */
  #asked = 0;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  /** True while requests are refused, because the server let a request wait too long. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Throws while the server hangs. */
  check(): void {
    if (!this.#isOpen) return;
    this.#asked = performance.now();
    throw this.#settings.away();
  }

  /** Records that a request waited too long. New requests are refused until a trial succeeds, or until trials stop. */
  late(): void {
    this.#asked = performance.now();
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#tryUntilItAnswers();
  }

  /**
   * Returns the result of `work`. Rejects while the server hangs. If `work` takes longer than `PATIENCE_MS`, rejects
   * and aborts `work` by its signal.
   */
  async within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.check();
    try {
      return await patiently(PATIENCE_MS, work);
    } catch (error) {
      if (!(error instanceof Late)) throw error;
      this.late();
      throw this.#settings.away();
    }
  }

  async #tryUntilItAnswers(): Promise<void> {
    while (performance.now() - this.#asked < FORGOTTEN_MS && !(await this.#answers()))
      await new Promise((resolve) => setTimeout(resolve, REST_MS).unref());
    this.#isOpen = false;
  }

  #answers(): Promise<boolean> {
    return patiently(PATIENCE_MS, this.#settings.trial).then(
      () => true,
      () => false,
    );
  }
}

/** Calls `late` after this many milliseconds, unless the returned function was called before. */
export function whenLate(milliseconds: number, late: () => void): () => void {
  // A busy process runs its timers before it reads answers that came in time. The second timer lets it read the answers
  // first.
  let timer = setTimeout(() => {
    timer = setTimeout(late, 1);
  }, milliseconds);
  return () => clearTimeout(timer);
}

/** Thrown for work that took too long. */
export class Late extends Error {
  constructor() {
    super('no answer in time');
  }
}

/**
 * Waits at most `milliseconds` for `work`. After that time it rejects with a `Late`, and aborts the signal of `work`.
 */
function patiently<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const given = new AbortController();
  return new Promise((resolve, reject) => {
    const end = whenLate(milliseconds, () => {
      reject(new Late());
      given.abort();
    });
    work(given.signal).finally(end).then(resolve, reject);
  });
}
