// Keeps requests from waiting for a place that hangs: the first waits a moment, the next not at all, until it answers again.

/** A request waits so many milliseconds for a sign of life of a bucket, a database, another hub or a provider. */
export const PATIENCE_MS = 1500;
/** From the end of one trial to the next. */
const REST_MS = 500;
/** Nobody tries a place for which nobody has asked so long. */
const FORGOTTEN_MS = 60_000;

interface BreakerSettings {
  /** Makes the error of those who are not let through. */
  away: () => Error;
  /** Asks the place something small; resolves when it answers. */
  trial: (signal: AbortSignal) => Promise<unknown>;
}

/** Stands between requests and one place. */
export class Breaker {
  readonly #settings: BreakerSettings;
  #isOpen = false;
  /** When somebody asked for the place last. */
  #asked = 0;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  /** True: the place kept somebody waiting, and has not answered since. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Throws while the place is known to hang. */
  check(): void {
    if (!this.#isOpen) return;
    this.#asked = performance.now();
    throw this.#settings.away();
  }

  /** Notes that the place kept somebody waiting for too long: nobody else waits until a trial is answered. */
  late(): void {
    this.#asked = performance.now();
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#tryUntilItAnswers();
  }

  /** Gives the result of `work`, unless the place hangs or `work`, whose signal ends it, takes longer than `PATIENCE_MS`. */
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

/** Calls `late` after so many milliseconds, unless the function that it gives is called first. */
export function whenLate(milliseconds: number, late: () => void): () => void {
  // A busy process runs its timers before it reads answers that came in time: those get one more turn.
  let timer = setTimeout(() => {
    timer = setTimeout(late, 1);
  }, milliseconds);
  return () => clearTimeout(timer);
}

/** Nobody waits any longer. */
export class Late extends Error {
  constructor() {
    super('no answer in time');
  }
}

/** Waits so many milliseconds for `work`; then it rejects with a `Late`, and the signal of the work is aborted. */
export function patiently<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const given = new AbortController();
  return new Promise((resolve, reject) => {
    const end = whenLate(milliseconds, () => {
      reject(new Late());
      given.abort();
    });
    work(given.signal).finally(end).then(resolve, reject);
  });
}
