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
