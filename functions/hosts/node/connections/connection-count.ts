// Counts connections, in all and by address.

export interface ConnectionCount {
  /** Adds `by`, 1 or -1, to the count of `address` and to that of all. */
  add(address: string | undefined, by: 1 | -1): void;
  /** Counts the connections of `address`; undefined: all of them. */
  of(address: string | undefined): number;
}

/** The count of a thread that shares its bounds with no other. */
export class OwnCount implements ConnectionCount {
  readonly #counts = new Map<string | undefined, number>();

  add(address: string | undefined, by: 1 | -1): void {
    for (const one of new Set([address, undefined])) {
      const count = this.of(one) + by;
      if (count > 0) this.#counts.set(one, count);
      else this.#counts.delete(one);
    }
  }

  of(address: string | undefined): number {
    return this.#counts.get(address) ?? 0;
  }
}
