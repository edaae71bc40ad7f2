// A bounded cache in memory. We wrote it ourselves, and list where it is used (decision 0030).
import type { Awaitable } from './awaitable.ts';

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
