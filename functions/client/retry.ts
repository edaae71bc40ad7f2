// Repeats work that failed for the moment.
import { setTimeout as sleep } from 'node:timers/promises';

interface Attempts {
  /** The maximum number of attempts. */
  most: number;
  /** The average milliseconds before the second attempt. Each later pause is twice as long. */
  pause: number;
  /** The maximum milliseconds of a pause, even if the other side asks for more. The default is 30,000. */
  longest?: number;
  /**
   * Returns the minimum milliseconds before another attempt, such as those of a `Retry-After`; undefined if another
   * attempt can't succeed.
   */
  again: (error: unknown) => number | undefined;
  /** Ends the pauses. */
  signal?: AbortSignal | undefined;
}

const LONGEST_MS = 30_000;

/** Returns the result of `work`, which is repeated while it fails for the moment. Rejects with its last error. */
export async function retried<T>(
  work: () => Promise<T>,
  { most, pause, longest = LONGEST_MS, again, signal }: Attempts,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      const wait = attempt < most ? again(error) : undefined;
      if (wait === undefined) throw error;
      const usual = pause * 2 ** (attempt - 1) * (0.5 + Math.random());
      await sleep(Math.min(longest, Math.max(wait, usual)), undefined, { signal });
    }
}

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
