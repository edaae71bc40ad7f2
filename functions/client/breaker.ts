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

export type Breaker = ReturnType<typeof createBreaker>;

/** Guards the requests to one server. */
export function createBreaker({ away, trial }: BreakerSettings) {
  let isOpen = false;
  /** The time of the last request that was late or was refused here. */
  let asked = 0;
  const tryUntilItAnswers = async () => {
    while (performance.now() - asked < FORGOTTEN_MS) {
      const isAnswered = await patiently(PATIENCE_MS, trial).then(
        () => true,
        () => false,
      );
      if (isAnswered) break;
      await new Promise((resolve) => setTimeout(resolve, REST_MS).unref());
    }
    isOpen = false;
  };
  const breaker = {
    /** Tells whether requests are refused, because the server let a request wait too long. */
    isOpen: () => isOpen,
    /** Throws while the server hangs. */
    check() {
      if (!isOpen) return;
      asked = performance.now();
      throw away();
    },
    /** Records that a request waited too long. New requests are refused until a trial succeeds, or until trials stop. */
    late() {
      asked = performance.now();
      if (isOpen) return;
      isOpen = true;
      void tryUntilItAnswers();
    },
    /**
     * Returns the result of `work`. Rejects while the server hangs. If `work` takes longer than `PATIENCE_MS`, rejects
     * and aborts `work` by its signal.
     */
    async within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      breaker.check();
      try {
        return await patiently(PATIENCE_MS, work);
      } catch (error) {
        if (!(error instanceof Late)) throw error;
        breaker.late();
        throw away();
      }
    },
  };
  return breaker;
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
