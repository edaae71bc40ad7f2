// A value that is made at its first use and then kept. A failure is not kept, so the next use tries again.

interface LazyValueSettings {
  /**
   * The number of milliseconds to wait after a failure before another attempt, for values that are costly to make. It
   * is 0 by default.
   */
  rest?: number;
  /** Returns the milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Makes the value of `make` once for all callers, and again only after a failure or after `forget`. */
export class LazyValue<T> {
  readonly #make: () => Promise<T>;
  readonly #rest: number;
  readonly #now: () => number;
  #value: Promise<T> | undefined;
  /** The time at which `#value` rejected, in the milliseconds of `#now`. */
  #failed: number | undefined;

  constructor(make: () => Promise<T>, { rest = 0, now = () => performance.now() }: LazyValueSettings = {}) {
    this.#make = make;
    this.#rest = rest;
    this.#now = now;
  }

  /** Returns the value. Rejects with the error of the last attempt if that attempt failed. */
  get(): Promise<T> {
    if (this.#failed !== undefined && this.#now() - this.#failed >= this.#rest) this.forget();
    this.#value ??= this.#begin();
    return this.#value;
  }

  /** Drops the value, so that the next caller makes it again. */
  forget(): void {
    this.#value = undefined;
    this.#failed = undefined;
  }

  #begin(): Promise<T> {
    const value = this.#make();
    // This handler comes before those of callers, so that a caller who gets the failure can try again at once.
    value.catch(() => {
      if (this.#value !== value) return;
      if (this.#rest === 0) this.forget();
      else this.#failed = this.#now();
    });
    return value;
  }
}
