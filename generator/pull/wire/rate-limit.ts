// Limits the rate of a pull, and parses rates as people write them.
import { setTimeout as after } from 'node:timers/promises';
import { UsageFailure } from '../../process/failure.ts';

/** Parses a rate in bytes per second, such as 500K, 10M or 1.5G. Throws a UsageFailure for other text, and for zero. */
export function parseRate(text: string): number {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([kmg]?)b?(?:\/s)?$/i.exec(text) ?? [];
  const rate = Math.floor(Number(number) * 1000 ** ' kmg'.indexOf(unit.toLowerCase() || ' '));
  if (rate > 0) return rate;
  throw new UsageFailure('--limit-rate must be bytes a second, such as 500K, 20M or 1.5G.');
}

export class RateLimit {
  readonly #rate: number;
  /** The time at which the next bytes may pass, in milliseconds of `performance.now`. */
  #paid = 0;

  /** `rate` is the limit in bytes per second. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Waits until the rate allows `bytes` more bytes. Rejects if `signal` aborts. */
  async pass(bytes: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#paid = Math.max(this.#paid, now) + (bytes / this.#rate) * 1000;
    const wait = this.#paid - now;
    if (wait > 5) await after(wait, undefined, { signal });
  }
}
