// A value that somebody else may change: made when it is first wanted, made anew after a while, and kept while that fails.

interface RenewedValueSettings {
  /** Milliseconds after which the value is made anew while callers get the old one. */
  fresh: number;
  /** Milliseconds for which a value is given while no newer one can be had. */
  longest: number;
  /** Milliseconds between two tries: of a value that can't be made, and of one that is asked to be newer. */
  rest: number;
  /** The same after a try that failed; `rest` by default. */
  again?: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Makes `make`'s value as seldom as its settings allow; nobody but the first waits for it. */
export class RenewedValue<T> {
  readonly #make: () => Promise<T>;
  readonly #settings: Required<RenewedValueSettings>;
  #kept: { value: T; made: number } | undefined;
  #tried = Number.NEGATIVE_INFINITY;
  /** The last try: it never rejects where nobody looks. */
  #latest: Promise<T> | undefined;
  #isTrying = false;
  #hasFailed = false;

  constructor(make: () => Promise<T>, settings: RenewedValueSettings) {
    this.#make = make;
    this.#settings = { now: () => performance.now(), again: settings.rest, ...settings };
  }

  /** The value. Rejects with what the last try ended with when there is none that is young enough. */
  get(): Promise<T> {
    const { fresh, longest, now } = this.#settings;
    const age = this.#kept ? now() - this.#kept.made : Number.POSITIVE_INFINITY;
    if (age >= fresh) this.#try();
    return this.#kept && age < longest ? Promise.resolve(this.#kept.value) : this.#latest!;
  }

  /** For who misses something in the value: one that is newer, where a try is due; else what there is. */
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
