// A value that somebody else may change: made at its first use, made again after a while, and kept while that fails.

interface RenewedValueSettings {
  /** Milliseconds after which the value is made again while callers get the old one. */
  fresh: number;
  /** Milliseconds for which a value is given while making a newer one fails. */
  longest: number;
  /** Milliseconds between two attempts, after a failure or for `newer`. */
  rest: number;
  /** Milliseconds after a failed attempt to renew the value; `rest` by default. */
  again?: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Makes the value of `make` as rarely as its settings allow; only the first caller waits for it. */
export class RenewedValue<T> {
  readonly #make: () => Promise<T>;
  readonly #settings: Required<RenewedValueSettings>;
  #kept: { value: T; made: number } | undefined;
  #tried = Number.NEGATIVE_INFINITY;
  /** The last attempt, marked as handled, so that an unobserved failure does no harm. */
  #latest: Promise<T> | undefined;
  #isTrying = false;
  #hasFailed = false;

  constructor(make: () => Promise<T>, settings: RenewedValueSettings) {
    this.#make = make;
    this.#settings = { now: () => performance.now(), again: settings.rest, ...settings };
  }

  /** Gives the value. If there is none that is young enough, rejects with the error of the last attempt. */
  get(): Promise<T> {
    const { fresh, longest, now } = this.#settings;
    const age = this.#kept ? now() - this.#kept.made : Number.POSITIVE_INFINITY;
    if (age >= fresh) this.#try();
    return this.#kept && age < longest ? Promise.resolve(this.#kept.value) : this.#latest!;
  }

  /** Gives a newer value to a caller that misses something in it, if another attempt is due; otherwise the present one. */
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
