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

export type Remembered<K, V extends NonNullable<unknown>> = ReturnType<typeof createRemembered<K, V>>;

/**
 * Keeps entries in two generations, each at most half of the bound. An entry that is used joins the young generation. A
 * full young generation becomes the old one, and the former old one is forgotten. The cache keeps no order within a
 * generation, so a lookup costs about as much as in a Map.
 */
export function createRemembered<K, V extends NonNullable<unknown>>(settings: RememberedSettings<K, V>) {
  const { most, weigh = () => 1 } = settings;
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  /** The sum of the weights of the young entries. */
  let held = 0;
  /** The promises of values that are still being made. A second caller for a key waits for the same promise. */
  const making = new Map<K, Promise<unknown>>();

  function forget(key: K): void {
    old.delete(key);
    const value = young.get(key);
    if (value === undefined) return;
    young.delete(key);
    held -= weigh(value, key);
  }

  /** Keeps `value` under `key`, unless its weight alone is more than half of `most`. Returns `value`. */
  function put<M extends V | undefined>(key: K, value: M): M {
    if (value === undefined) return value;
    forget(key);
    const weight = weigh(value, key);
    if (weight > most / 2) return value;
    if (held + weight > most / 2) {
      old = young;
      young = new Map();
      held = 0;
    }
    young.set(key, value);
    held += weight;
    return value;
  }

  /** Returns the value under `key`; undefined if the cache lacks it. */
  const known = (key: K) => young.get(key) ?? put(key, old.get(key));

  async function awaited<M extends V | undefined>(key: K, made: Promise<M>): Promise<M> {
    try {
      return put(key, await made);
    } finally {
      making.delete(key);
    }
  }

  /**
   * Returns the value under `key`, or the result of `make`, which the cache then keeps. Returns a promise only if
   * `make` does. Keeps neither a failure nor `undefined`: the next caller tries again.
   */
  function get<M extends V | undefined>(key: K, make: () => Awaitable<M>): Awaitable<M | V> {
    const value = known(key) ?? (making.get(key) as Promise<M> | undefined);
    if (value !== undefined) return value;
    const made = make();
    if (!(made instanceof Promise)) return put(key, made);
    const kept = awaited(key, made);
    making.set(key, kept);
    return kept;
  }

  return {
    known,
    get,
    /** Does the same as `get`, for a `make` that returns no promise. */
    made: (key: K, make: () => V): V => known(key) ?? put(key, make()),
    put,
    forget,
    /** The number of entries. */
    get size(): number {
      return young.size + old.size;
    },
  };
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

export type LazyValue<T> = ReturnType<typeof lazyValue<T>>;

/**
 * Makes the value of `make` at its first use, once for all callers, and again only after a failure, after `forget`, or
 * when it is old. A failure is not kept: the next use tries again, as soon as the settings allow it.
 */
export function lazyValue<T>(make: () => Promise<T>, settings: LazyValueSettings = {}) {
  const { rest = 0, again = rest, fresh = Infinity, longest = Infinity, now = () => performance.now() } = settings;
  let kept: { value: Promise<T>; made: number } | undefined;
  let latest: Promise<T> | undefined;
  let state: 'idle' | 'trying' | 'failed' = 'idle';
  /** The time at which the last attempt began or failed. */
  let tried = Number.NEGATIVE_INFINITY;

  function attempt(): void {
    if (state === 'trying' || now() - tried < (state === 'failed' ? again : rest)) return;
    tried = now();
    state = 'trying';
    const value = make();
    latest = value;
    // These handlers come before those of callers, so that a caller who gets the failure can try again at once. After
    // `forget`, an older attempt changes nothing.
    value.then(
      () => {
        if (latest !== value) return;
        state = 'idle';
        kept = { value, made: now() };
      },
      () => {
        if (latest !== value) return;
        state = 'failed';
        tried = now();
      },
    );
  }

  /**
   * Returns the value if it is younger than `longest`. Otherwise returns the promise of the last attempt, which may
   * still run or have failed.
   */
  function get(): Promise<T> {
    // Most values are never old, and need no clock.
    if (kept && fresh === Infinity) return kept.value;
    const age = kept ? now() - kept.made : Infinity;
    if (age >= fresh) attempt();
    return kept && age < longest ? kept.value : latest!;
  }

  return {
    get,

    /**
     * Tries to get a newer value, for a caller that misses something in the present one. Returns the present value if no
     * attempt is due or the attempt fails.
     */
    async newer(): Promise<T> {
      attempt();
      return latest!.catch(get);
    },

    /** Drops the value, so that the next caller makes it again. */
    forget(): void {
      [kept, latest, state, tried] = [undefined, undefined, 'idle', Number.NEGATIVE_INFINITY];
    },
  };
}
