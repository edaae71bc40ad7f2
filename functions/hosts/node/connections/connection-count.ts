// Counts connections, in all and by address.

export interface ConnectionCount {
  add(address: string | undefined): void;
  remove(address: string | undefined): void;
  /** Counts the connections of `address`; undefined: all of them. */
  of(address: string | undefined): number;
}

/** The count of a thread that shares its bounds with no other. */
export class OwnCount implements ConnectionCount {
  #all = 0;
  readonly #byAddress = new Map<string, number>();

  add(address: string | undefined): void {
    this.#all++;
    if (address !== undefined) this.#byAddress.set(address, this.of(address) + 1);
  }

  remove(address: string | undefined): void {
    this.#all--;
    if (address === undefined) return;
    const left = this.of(address) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }

  of(address: string | undefined): number {
    return address === undefined ? this.#all : (this.#byAddress.get(address) ?? 0);
  }
}
