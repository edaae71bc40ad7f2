// The part of a tree that was read so far: the hashes of its complete subtrees, the largest first, which suffice for its
// root.
import { type Hash, nodeHash, rootOf } from './merkle.ts';

export class CompactRange {
  readonly #hashes: Hash[];
  #size: number;

  /** Continues after `size` leaves whose complete subtrees have these hashes. */
  constructor(size = 0, hashes: readonly Hash[] = []) {
    this.#size = size;
    this.#hashes = [...hashes];
  }

  /** The number of leaves so far. */
  get size(): number {
    return this.#size;
  }

  get hashes(): readonly Hash[] {
    return this.#hashes;
  }

  /** Adds the hash of a leaf. */
  add(hash: Hash): void {
    let whole = hash;
    // The one bits at the end of the size count the subtrees that merge into one.
    for (let size = this.#size; size % 2 === 1; size = Math.floor(size / 2))
      whole = nodeHash(this.#hashes.pop()!, whole);
    this.#hashes.push(whole);
    this.#size += 1;
  }

  root(): Hash {
    return this.#hashes.length === 0 ? rootOf([]) : this.#hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}
