// Maps that have a bound on what they hold together, for look-ups that must cost no more than that of a map.

/** Remembers what was put into maps, and empties all of them when that comes to too much: what is asked often is soon back. */
export class BoundedMaps {
  readonly #most: number;
  readonly #filled = new Set<Map<unknown, unknown>>();
  #held = 0;

  /** `most` is in whatever unit `put` is told, bytes for instance. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Puts a value that weighs so much under a key that `map` hasn't got. */
  put<K, V>(map: Map<K, V>, key: K, value: V, weight: number): void {
    if (this.#held + weight > this.#most) this.#forget();
    map.set(key, value);
    this.#filled.add(map);
    this.#held += weight;
  }

  #forget(): void {
    for (const map of this.#filled) map.clear();
    this.#filled.clear();
    this.#held = 0;
  }
}
