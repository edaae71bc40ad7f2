// Reads posting lists. A list has, for one n-gram or term, the rows that have it, in ascending order.

import { type Layout, type PostingFamily, SearchIndexError } from '../format/format.ts';
import { wordsFor } from './bitmap.ts';
import type { RowList } from './row-lists.ts';

/** A bit of a list's stored place. If it is set, the list is a bitmap, and the other bits are the bitmap's number. */
export const DENSE = 0x80000000;

/**
 * The posting lists of one family. A list with many rows is a bitmap. Any other list is stored as the gaps between its
 * rows, in groups of seven bits.
 */
export class Postings {
  readonly counts: Uint32Array;
  readonly places: Uint32Array;
  readonly sparse: Uint8Array;
  readonly dense: Uint32Array;
  readonly #words: number;

  constructor(layout: Layout, family: PostingFamily) {
    this.counts = layout.words(`${family}Counts`);
    this.places = layout.words(`${family}Places`);
    this.sparse = layout.bytes(`${family}Sparse`);
    this.dense = layout.words(`${family}Dense`);
    this.#words = wordsFor(layout.rows);
  }

  /** Returns a list. Throws a SearchIndexError if its bitmap lies outside the file. */
  at(list: number): RowList {
    return {
      count: this.counts[list]!,
      bitmap: this.#bitmap(list),
      write: (target) => this.#write(list, target),
    };
  }

  #bitmap(list: number): Uint32Array | undefined {
    const place = this.places[list]!;
    if (place < DENSE) return undefined;
    const start = (place - DENSE) * this.#words;
    if (start + this.#words > this.dense.length) throw damaged(list);
    return this.dense.subarray(start, start + this.#words);
  }

  /**
   * Writes the rows of a list that is no bitmap to `target`, which must have room for all of them. Returns their
   * number. Throws a SearchIndexError if the stored number of rows is impossible, or leads outside the file. No other
   * code checks this number.
   */
  #write(list: number, target: Uint32Array): number {
    const sparse = this.sparse;
    const count = this.counts[list]!;
    const at = this.places[list]!;
    // Each row takes at least one byte, so more rows than bytes are impossible.
    if (count > target.length || at + count > sparse.length) throw damaged(list);
    // Damaged gaps may lead past the end of `sparse`; the missing bytes there end each number.
    for (let next = at, row = -1, i = 0; i < count; i++) {
      let byte = sparse[next++]!;
      let gap = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = sparse[next++]!;
        gap |= (byte & 0x7f) << shift;
      }
      row += gap;
      target[i] = row;
    }
    return count;
  }
}

const damaged = (list: number) => new SearchIndexError('damaged', `has a posting list (${list}) that can’t be`);
