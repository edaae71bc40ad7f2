// Computes the root of a tree while its leaves are read. The hashes of the complete subtrees, the largest first,
// represent all leaves so far.
import { type Hash, nodeHash, rootOf } from './merkle.ts';

export class CompactRange {
  readonly #hashes: Hash[];
  #size: number;

  /** Continues after `size` leaves. `hashes` are the hashes of their complete subtrees, the largest first. */
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
    // In binary, each 1 at the end of the size stands for a subtree. These subtrees merge with the new one.
    for (let size = this.#size; size % 2 === 1; size = Math.floor(size / 2))
      whole = nodeHash(this.#hashes.pop()!, whole);
    this.#hashes.push(whole);
    this.#size += 1;
  }

  root(): Hash {
    return this.#hashes.length === 0 ? rootOf([]) : this.#hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}
