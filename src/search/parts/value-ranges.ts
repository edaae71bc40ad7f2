// Rows whose value lies in a range, as a posting list made when it is asked for.

import { countRows, wordsFor } from './bitmap.ts';
import type { ListRef } from './narrowed-rows.ts';

/** Lists kept: memory and models come in few sizes, and visitors type the same ones. */
const KEPT = 8;

/** Makes such lists from one column of the index. */
export class ValueRanges {
  readonly #values: Float64Array;
  readonly #made = new Map<string, ListRef>();

  /** `values` is by row, NaN where unknown: such a row is in no range. */
  constructor(values: Float64Array) {
    this.#values = values;
  }

  /** The rows from `least` to `most`, both included. */
  listOf(least: number, most: number): ListRef {
    const key = `${least} ${most}`;
    const list = this.#made.get(key) ?? this.#make(least, most);
    this.#made.delete(key);
    this.#made.set(key, list);
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= KEPT) break;
      this.#made.delete(oldest);
    }
    return list;
  }

  #make(least: number, most: number): ListRef {
    const values = this.#values;
    const words = new Uint32Array(wordsFor(values.length));
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (value >= least && value <= most) words[row >>> 5] = words[row >>> 5]! | (1 << (row & 31));
    }
    return { postings: { counts: [countRows(words)], bitmap: () => words, rows: () => 0 }, list: 0 };
  }
}
