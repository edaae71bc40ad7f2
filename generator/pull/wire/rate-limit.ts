// Limits the rate of a pull, and parses rates as people write them.
import { setTimeout as after } from 'node:timers/promises';

/** Parses a rate in bytes per second, such as 500K, 10M or 1.5G; undefined for other text, and for zero. */
export function parseRate(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([kmg]?)b?(?:\/s)?$/i.exec(text) ?? [];
  const scale = 1000 ** ' kmg'.indexOf(unit.toLowerCase() || ' ');
  const rate = Math.floor(Number(number) * scale);
  return rate > 0 ? rate : undefined;
}

export class RateLimit {
  readonly #rate: number;
  /** The time at which the next bytes may pass, in milliseconds of `performance.now`. */
  #paid = 0;

  /** `rate` is the limit in bytes per second. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  /** True while bytes wait for the rate. */
  get isHolding(): boolean {
    return this.#paid > performance.now();
  }

  /** Waits until the rate allows `bytes` more bytes. Rejects if `signal` aborts. */
  async pass(bytes: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#paid = Math.max(this.#paid, now) + (bytes / this.#rate) * 1000;
    const wait = this.#paid - now;
    if (wait > 5) await after(wait, undefined, { signal });
  }
}
