// Rows whose smallest form takes at most so many bytes, as a posting list made when it is asked for.
import { countRows, wordsFor } from './bitmap.ts';
import type { ListRef } from './candidates.ts';

/** Lists kept: memory comes in few sizes, and visitors type the same ones. */
const KEPT = 8;

/** Makes such lists from the column of smallest sizes. */
export class FittingRows {
  readonly #leastBytes: Float64Array;
  readonly #made = new Map<number, ListRef>();

  /** `leastBytes` is by row, NaN where nobody knows: such a row fits nowhere. */
  constructor(leastBytes: Float64Array) {
    this.#leastBytes = leastBytes;
  }

  /** The rows that fit into `bytes`. */
  listOf(bytes: number): ListRef {
    const list = this.#made.get(bytes) ?? this.#make(bytes);
    this.#made.delete(bytes);
    this.#made.set(bytes, list);
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= KEPT) break;
      this.#made.delete(oldest);
    }
    return list;
  }

  #make(bytes: number): ListRef {
    const least = this.#leastBytes;
    const words = new Uint32Array(wordsFor(least.length));
    for (let row = 0; row < least.length; row++) {
      if (least[row]! <= bytes) words[row >>> 5] = words[row >>> 5]! | (1 << (row & 31));
    }
    return { postings: { counts: [countRows(words)], bitmap: () => words, rows: () => 0 }, list: 0 };
  }
}
