// Values that come later, and values that are kept in memory: one that is made at its first use, one that is made again
// after a while, and many within a bound. We wrote the cache ourselves, and list where it is used (decision 0030).

export type Awaitable<T> = T | Promise<T>;

/**
 * Returns the result of `use` on `value`. Makes no promise of its own if `value` is not a promise, because promises
 * would slow down the busiest code.
 */
export function andThen<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Returns all of `values` in order. Makes no promise if none of `values` is a promise. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}

interface RememberedSettings<K, V> {
  /**
   * The maximum sum of the weights of all entries. Without `weigh` it is a number of entries; otherwise its unit is
   * that of `weigh`, such as bytes.
   */
  most: number;
  /** Returns the weight of an entry; it must be the same at every call for that entry. */
  weigh?: (value: V, key: K) => number;
}

/**
 * Keeps entries in two generations, each at most half of the bound. An entry that is used joins the young generation. A
 * full young generation becomes the old one, and the former old one is forgotten. The cache keeps no order within a
 * generation, so a lookup costs about as much as in a Map.
 */
export class Remembered<K, V extends NonNullable<unknown>> {
  readonly #half: number;
  readonly #weigh: (value: V, key: K) => number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  /** The sum of the weights of the young entries. */
  #held = 0;
  /** The promises of values that are still being made. A second caller for a key waits for the same promise. */
  readonly #making = new Map<K, Promise<unknown>>();

  constructor({ most, weigh = () => 1 }: RememberedSettings<K, V>) {
    this.#half = most / 2;
    this.#weigh = weigh;
  }

  /** Returns the value under `key`; undefined if the cache lacks it. */
  known(key: K): V | undefined {
    return this.#young.get(key) ?? this.#renewed(key);
  }

  /**
   * Returns the value under `key`, or the result of `make`, which the cache then keeps. Returns a promise only if
   * `make` does. Keeps neither a failure nor `undefined`: the next caller tries again.
   */
  get<M extends V | undefined>(key: K, make: () => Awaitable<M>): Awaitable<M | V> {
    const known = this.known(key) ?? (this.#making.get(key) as Promise<M> | undefined);
    if (known !== undefined) return known;
    const made = make();
    if (made instanceof Promise) return this.#awaited(key, made);
    if (made !== undefined) this.put(key, made);
    return made;
  }

  /** Does the same as `get`, for a `make` that returns no promise. */
  made(key: K, make: () => V): V {
    const known = this.known(key);
    if (known !== undefined) return known;
    const value = make();
    this.put(key, value);
    return value;
  }

  /** Keeps `value` under `key`, unless its weight alone is more than half of `most`. */
  put(key: K, value: V): void {
    this.forget(key);
    const weight = this.#weigh(value, key);
    if (weight > this.#half) return;
    if (this.#held + weight > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#held = 0;
    }
    this.#young.set(key, value);
    this.#held += weight;
  }

  forget(key: K): void {
    this.#old.delete(key);
    const value = this.#young.get(key);
    if (value === undefined) return;
    this.#young.delete(key);
    this.#held -= this.#weigh(value, key);
  }

  /** Returns all entries. Unlike `known`, this does not move them to the young generation. */
  *entries(): Generator<[K, V]> {
    yield* this.#old;
    yield* this.#young;
  }

  /** The number of entries. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #renewed(key: K): V | undefined {
    const value = this.#old.get(key);
    if (value !== undefined) this.put(key, value);
    return value;
  }

  #awaited<M extends V | undefined>(key: K, made: Promise<M>): Promise<M> {
    const making = made.then(
      (value) => {
        this.#making.delete(key);
        if (value !== undefined) this.put(key, value);
        return value;
      },
      (error) => {
        this.#making.delete(key);
        throw error;
      },
    );
    this.#making.set(key, making);
    return making;
  }
}

interface LazyValueSettings {
  /** The minimum number of milliseconds between two attempts, for values that are costly to make; 0 by default. */
  rest?: number;
  /** The minimum number of milliseconds between a failed attempt and the next one; `rest` by default. */
  again?: number;
  /**
   * The number of milliseconds after which the value is made again, since it may change elsewhere; never by default.
   * Callers get the old value until the new one exists.
   */
  fresh?: number;
  /** The number of milliseconds for which callers get the old value while attempts to make a newer one fail. */
  longest?: number;
  /** Returns the milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/**
 * Makes the value of `make` at its first use, once for all callers, and again only after a failure, after `forget`, or
 * when it is old. A failure is not kept: the next use tries again, as soon as the settings allow it.
 */
export class LazyValue<T> {
  readonly #make: () => Promise<T>;
  readonly #settings: Required<LazyValueSettings>;
  #kept: { value: Promise<T>; made: number } | undefined;
  #latest: Promise<T> | undefined;
  #state: 'idle' | 'trying' | 'failed' = 'idle';
  /** The time at which the last attempt began or failed. */
  #tried = Number.NEGATIVE_INFINITY;

  constructor(make: () => Promise<T>, settings: LazyValueSettings = {}) {
    const { rest = 0 } = settings;
    this.#make = make;
    this.#settings = {
      rest,
      again: rest,
      fresh: Infinity,
      longest: Infinity,
      now: () => performance.now(),
      ...settings,
    };
  }

  /**
   * Returns the value if it is younger than `longest`. Otherwise returns the promise of the last attempt, which may
   * still run or have failed.
   */
  get(): Promise<T> {
    const { fresh, longest, now } = this.#settings;
    // Most values are never old, and need no clock.
    if (this.#kept && fresh === Infinity) return this.#kept.value;
    const age = this.#kept ? now() - this.#kept.made : Infinity;
    if (age >= fresh) this.#try();
    return this.#kept && age < longest ? this.#kept.value : this.#latest!;
  }

  /**
   * Tries to get a newer value, for a caller that misses something in the present one. Returns the present value if no
   * attempt is due or the attempt fails.
   */
  async newer(): Promise<T> {
    this.#try();
    return this.#latest!.catch(() => this.get());
  }

  /** Drops the value, so that the next caller makes it again. */
  forget(): void {
    this.#kept = undefined;
    this.#latest = undefined;
    this.#state = 'idle';
    this.#tried = Number.NEGATIVE_INFINITY;
  }

  #try(): void {
    const { rest, again, now } = this.#settings;
    if (this.#state === 'trying' || now() - this.#tried < (this.#state === 'failed' ? again : rest)) return;
    this.#tried = now();
    this.#state = 'trying';
    const latest = this.#make();
    this.#latest = latest;
    // These handlers come before those of callers, so that a caller who gets the failure can try again at once. After
    // `forget`, an older attempt changes nothing.
    latest.then(
      () => {
        if (this.#latest !== latest) return;
        this.#state = 'idle';
        this.#kept = { value: latest, made: now() };
      },
      () => {
        if (this.#latest !== latest) return;
        this.#state = 'failed';
        this.#tried = now();
      },
    );
  }
}
