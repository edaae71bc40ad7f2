// A value that may change elsewhere. It is made at its first use, and made again after a while. If a new attempt fails,
// callers get the old value for some time.

interface RenewedValueSettings {
  /**
   * The number of milliseconds after which the value is made again. Callers get the old value until the new one exists.
   */
  fresh: number;
  /** The number of milliseconds for which callers get the old value while attempts to make a newer one fail. */
  longest: number;
  /** The minimum number of milliseconds between two attempts. */
  rest: number;
  /** The minimum number of milliseconds between a failed attempt and the next one; `rest` by default. */
  again?: number;
  /** Returns the milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Calls `make` as rarely as the settings allow. A caller waits only if the cached value is missing or too old. */
export class RenewedValue<T> {
  readonly #make: () => Promise<T>;
  readonly #settings: Required<RenewedValueSettings>;
  #kept: { value: T; made: number } | undefined;
  #tried = Number.NEGATIVE_INFINITY;
  /** The last attempt. It has a handler for failures, so that no failure counts as unhandled. */
  #latest: Promise<T> | undefined;
  #isTrying = false;
  #hasFailed = false;

  constructor(make: () => Promise<T>, settings: RenewedValueSettings) {
    this.#make = make;
    this.#settings = { now: () => performance.now(), again: settings.rest, ...settings };
  }

  /**
   * Returns the value if it is younger than `longest`. Otherwise returns the promise of the last attempt, which may
   * still run or have failed.
   */
  get(): Promise<T> {
    const { fresh, longest, now } = this.#settings;
    const age = this.#kept ? now() - this.#kept.made : Number.POSITIVE_INFINITY;
    if (age >= fresh) this.#try();
    return this.#kept && age < longest ? Promise.resolve(this.#kept.value) : this.#latest!;
  }

  /**
   * Tries to get a newer value, for a caller that misses something in the present one. Returns the present value if no
   * attempt is due or the attempt fails.
   */
  async newer(): Promise<T> {
    this.#try();
    return this.#latest!.catch(() => this.get());
  }

  #try(): void {
    const { rest, again, now } = this.#settings;
    if (this.#isTrying || now() - this.#tried < (this.#hasFailed ? again : rest)) return;
    this.#tried = now();
    this.#isTrying = true;
    this.#hasFailed = true;
    this.#latest = this.#make()
      .then((value) => {
        this.#kept = { value, made: now() };
        this.#hasFailed = false;
        return value;
      })
      .finally(() => {
        this.#isTrying = false;
      });
    this.#latest.catch(() => {});
  }
}
