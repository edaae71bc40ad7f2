// A tree as far as it has been read: the hashes of its whole subtrees, the largest first, are all that its root takes.
import { type Hash, nodeHash, rootOf } from './merkle.ts';

export class CompactRange {
  readonly #hashes: Hash[];
  #size: number;

  /** Goes on behind `size` leaves whose whole subtrees have these hashes. */
  constructor(size = 0, hashes: readonly Hash[] = []) {
    this.#size = size;
    this.#hashes = [...hashes];
  }

  /** Leaves by now. */
  get size(): number {
    return this.#size;
  }

  get hashes(): readonly Hash[] {
    return this.#hashes;
  }

  /** Adds the hash of a leaf. */
  add(hash: Hash): void {
    let whole = hash;
    // As many subtrees become one as there are ones at the end of the size.
    for (let size = this.#size; size % 2 === 1; size = Math.floor(size / 2))
      whole = nodeHash(this.#hashes.pop()!, whole);
    this.#hashes.push(whole);
    this.#size += 1;
  }

  root(): Hash {
    return this.#hashes.length === 0 ? rootOf([]) : this.#hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}
