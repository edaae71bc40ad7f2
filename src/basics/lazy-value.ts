// A value that is made when it is first wanted: what succeeds is kept, what fails is forgotten, so that it can be made later.

interface LazyValueSettings {
  /** Milliseconds after a failure without another try; 0 unless given. For values that cost much to try. */
  rest?: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Makes `make`'s value once for all who want it, and again only after it failed or was forgotten. */
export class LazyValue<T> {
  readonly #make: () => Promise<T>;
  readonly #rest: number;
  readonly #now: () => number;
  #value: Promise<T> | undefined;
  /** When what is in `#value` failed. */
  #failed: number | undefined;

  constructor(make: () => Promise<T>, { rest = 0, now = () => performance.now() }: LazyValueSettings = {}) {
    this.#make = make;
    this.#rest = rest;
    this.#now = now;
  }

  /** The value. Rejects with what went wrong in this attempt, or in one that is resting; never with an older one. */
  get(): Promise<T> {
    if (this.#failed !== undefined && this.#now() - this.#failed >= this.#rest) this.forget();
    this.#value ??= this.#begin();
    return this.#value;
  }

  /** The next who wants it has it made anew. */
  forget(): void {
    this.#value = undefined;
    this.#failed = undefined;
  }

  #begin(): Promise<T> {
    const value = this.#make();
    // First in line, so that a caller who gets the failure can try again at once.
    value.catch(() => {
      if (this.#value !== value) return;
      if (this.#rest === 0) this.forget();
      else this.#failed = this.#now();
    });
    return value;
  }
}
