// A value that is made at its first use. A success is kept. A failure is forgotten, so that the next use tries again.

interface LazyValueSettings {
  /** Milliseconds to wait after a failure before another attempt, for values that are costly to make; 0 by default. */
  rest?: number;
  /** Gives the milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Makes the value of `make` once for all callers, and again only after a failure or after `forget`. */
export class LazyValue<T> {
  readonly #make: () => Promise<T>;
  readonly #rest: number;
  readonly #now: () => number;
  #value: Promise<T> | undefined;
  /** The time at which `#value` rejected. */
  #failed: number | undefined;

  constructor(make: () => Promise<T>, { rest = 0, now = () => performance.now() }: LazyValueSettings = {}) {
    this.#make = make;
    this.#rest = rest;
    this.#now = now;
  }

  /** Gives the value. Rejects with the error of the last attempt. */
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
    // Added before the handlers of callers, so that a caller who gets the failure can try again at once.
    value.catch(() => {
      if (this.#value !== value) return;
      if (this.#rest === 0) this.forget();
      else this.#failed = this.#now();
    });
    return value;
  }
}
