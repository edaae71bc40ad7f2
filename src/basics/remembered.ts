// A bounded cache of values that may be wanted again, the only one of this service that forgets entries. Decision 0030 says
// why it is ours.
import type { Awaitable } from './awaitable.ts';

interface RememberedSettings<K, V> {
  /**
   * The largest sum of all weights: a number of entries if `weigh` is left out, otherwise in the unit of `weigh`, such as
   * bytes.
   */
  most: number;
  /** The weight of an entry, the same at each call. */
  weigh?: (value: V, key: K) => number;
}

/**
 * Entries live in two generations, each at most half of the bound. A used entry joins the young ones; when these are full
 * they become the old ones, and entries unused since the last change are forgotten. So a frequent lookup costs as much as
 * in a Map: no order is kept, and nothing is moved.
 */
export class Remembered<K, V extends NonNullable<unknown>> {
  readonly #half: number;
  readonly #weigh: (value: V, key: K) => number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  /** The weight of the young entries. */
  #held = 0;
  /** Values that are being made: a second caller waits for the same promise. */
  readonly #making = new Map<K, Promise<unknown>>();

  constructor({ most, weigh = () => 1 }: RememberedSettings<K, V>) {
    this.#half = most / 2;
    this.#weigh = weigh;
  }

  /** Gives the value under `key`, without making it. */
  known(key: K): V | undefined {
    return this.#young.get(key) ?? this.#renewed(key);
  }

  /**
   * Gives the value under `key`, or lets `make` make it and remembers that; without a promise if `make` gives none. A
   * failure is not remembered, and neither is `undefined`: the next caller tries again.
   */
  get<M extends V | undefined>(key: K, make: () => Awaitable<M>): Awaitable<M | V> {
    const known = this.known(key) ?? (this.#making.get(key) as Promise<M> | undefined);
    if (known !== undefined) return known;
    const made = make();
    if (made instanceof Promise) return this.#awaited(key, made);
    if (made !== undefined) this.put(key, made);
    return made;
  }

  /** The same where `make` gives the value at once. */
  made(key: K, make: () => V): V {
    const known = this.known(key);
    if (known !== undefined) return known;
    const value = make();
    this.put(key, value);
    return value;
  }

  /** Remembers `value`, unless it alone would be more than half of what may be held. */
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

  /** Gives all entries, which does not count as their use. */
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
