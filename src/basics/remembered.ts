// What was made once and may be asked for again, within a bound: the one memory of this service that forgets. Why it is ours: decision 0030.
import type { Awaitable } from './awaitable.ts';

interface RememberedSettings<K, V> {
  /** What all entries together may weigh; entries where `weigh` is left out, else whatever it counts, bytes for instance. */
  most: number;
  /** What an entry weighs, the same each time it is asked. */
  weigh?: (value: V, key: K) => number;
}

/**
 * Entries stand in two generations, each at most half of the bound. What is asked for stands among the young; when those
 * are full they are the old ones, and what was not asked for since the last time is forgotten. So a look at what is asked
 * often costs that of a Map: no order is kept, nothing is moved.
 */
export class Remembered<K, V extends NonNullable<unknown>> {
  readonly #half: number;
  readonly #weigh: (value: V, key: K) => number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  /** What the young ones weigh. */
  #held = 0;
  /** What is being made just now: who wants the same waits for the same. */
  readonly #making = new Map<K, Promise<unknown>>();

  constructor({ most, weigh = () => 1 }: RememberedSettings<K, V>) {
    this.#half = most / 2;
    this.#weigh = weigh;
  }

  /** What is remembered under `key`. */
  known(key: K): V | undefined {
    return this.#young.get(key) ?? this.#renewed(key);
  }

  /**
   * What is remembered under `key`, or what `make` gives, which is remembered: at once where it is given at once. What
   * fails is not remembered, and neither is `undefined`: who asks next has it made again.
   */
  get<M extends V | undefined>(key: K, make: () => Awaitable<M>): Awaitable<M | V> {
    const known = this.known(key) ?? (this.#making.get(key) as Promise<M> | undefined);
    if (known !== undefined) return known;
    const made = make();
    if (made instanceof Promise) return this.#awaited(key, made);
    if (made !== undefined) this.put(key, made);
    return made;
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

  /** All that is remembered, which is not asked for by this. */
  *entries(): Generator<[K, V]> {
    yield* this.#old;
    yield* this.#young;
  }

  /** How many there are. */
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
