// The lists of rows that have a term or a run of letters. A list with many rows is a bitmap. Any other is stored as the
// gaps between its rows, the first from -1, in groups of seven bits, the lowest first; a high bit says that more follow.
import { addRows, countRows, listRows, noRows, unite } from './bitmap.ts';
import type { Columns } from './columns.ts';

/**
 * A list is a bitmap if it has at least one row in `DENSE_FROM`. With 8, the index would be smallest. With 32, it is a
 * tenth larger, but the longest list that must be decoded is four times shorter.
 */
export const DENSE_FROM = 32;

/** A bit of a list's place. If it is set, the list is a bitmap, and the other bits are the bitmap's number. */
export const DENSE = 0x80000000;

/** The rows that satisfy one condition. */
export interface RowList {
  count: number;
  /** The rows as a bitmap over all rows; undefined for a list with few rows. */
  bitmap: Uint32Array | undefined;
  /** Lists the rows in ascending order. */
  rows(): Uint32Array;
}

/** Makes a list from a bitmap. */
export function bitmapList(bitmap: Uint32Array, count = countRows(bitmap)): RowList {
  return { count, bitmap, rows: () => listRows(bitmap, count) };
}

export class Postings {
  readonly #counts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #sparse: Uint8Array;
  readonly #dense: Uint32Array;
  readonly #words: number;

  constructor(columns: Columns) {
    this.#counts = columns.u32('list.counts');
    this.#places = columns.u32('list.places');
    this.#sparse = columns.u8('list.sparse');
    this.#dense = columns.u32('list.dense');
    this.#words = noRows(columns.rows).length;
  }

  at(list: number): RowList {
    const place = this.#places[list]!;
    const count = this.#counts[list]!;
    if (place < DENSE) return { count, bitmap: undefined, rows: () => this.#decoded(place, count) };
    const start = (place - DENSE) * this.#words;
    return bitmapList(this.#dense.subarray(start, start + this.#words), count);
  }

  #decoded(place: number, count: number): Uint32Array {
    const sparse = this.#sparse;
    const rows = new Uint32Array(count);
    for (let next = place, row = -1, at = 0; at < count; at++) {
      let byte = sparse[next++]!;
      let gap = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = sparse[next++]!;
        gap |= (byte & 0x7f) << shift;
      }
      row += gap;
      rows[at] = row;
    }
    return rows;
  }
}

/** Returns one list of the rows, below `rows`, that are in any of `lists`; undefined if there are no lists. */
export function united(lists: readonly RowList[], rows: number): RowList | undefined {
  if (lists.length < 2) return lists[0];
  const most = lists.reduce((sum, { count }) => sum + count, 0);
  if (most * DENSE_FROM < rows) {
    const all = new Uint32Array(most);
    let length = 0;
    for (const list of lists) {
      all.set(list.rows(), length);
      length += list.count;
    }
    const found = all.sort().filter((row, at) => at === 0 || row !== all[at - 1]);
    return { count: found.length, bitmap: undefined, rows: () => found };
  }
  const words = noRows(rows);
  for (const list of lists) {
    if (list.bitmap) unite(words, list.bitmap);
    else addRows(words, list.rows());
  }
  return bitmapList(words);
}
