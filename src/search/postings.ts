// Sets of rows as bitmaps, one bit for each row, in words of 32 bits, and the lists of rows that have a term or a run of
// letters. A list with many rows is a bitmap. Any other is stored as the gaps between its rows, the first from -1, in
// groups of seven bits, the lowest first; a high bit says that more follow.
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
  /** Returns the rows as a bitmap that nobody may change; absent for a list that is not kept. */
  set?(): Uint32Array;
}

/** Makes a list from a bitmap. */
export function bitmapList(bitmap: Uint32Array, count = countRows(bitmap)): RowList {
  return { count, bitmap, rows: () => listRows(bitmap, count) };
}

export type Postings = ReturnType<typeof openPostings>;

export function openPostings(columns: Columns) {
  const counts = columns.u32('list.counts');
  const places = columns.u32('list.places');
  const sparse = columns.u8('list.sparse');
  const dense = columns.u32('list.dense');
  const words = noRows(columns.rows).length;

  function at(list: number): RowList {
    const place = places[list]!;
    const count = counts[list]!;
    if (place < DENSE) return { count, bitmap: undefined, rows: () => decoded(place, count) };
    const start = (place - DENSE) * words;
    return bitmapList(dense.subarray(start, start + words), count);
  }

  function decoded(place: number, count: number): Uint32Array {
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

  return { at };
}

/** Returns one list of the rows, below `rows`, that are in any of `lists`; undefined if there are no lists. */
export function united(lists: readonly RowList[], rows: number): RowList | undefined {
  if (lists.length < 2) return lists[0];
  const words = noRows(rows);
  for (const list of lists) {
    if (list.bitmap) unite(words, list.bitmap);
    else addRows(words, list.rows());
  }
  return bitmapList(words);
}

/** Returns an empty set of rows below `rows`. */
export const noRows = (rows: number) => new Uint32Array((rows + 31) >>> 5);

/** True if the set has the row. */
export function hasRow(words: Uint32Array, row: number): boolean {
  return ((words[row >>> 5]! >>> (row & 31)) & 1) === 1;
}

/** Adds rows to a set, and returns the set. */
export function addRows(words: Uint32Array, rows: ArrayLike<number>): Uint32Array {
  for (let at = 0; at < rows.length; at++) words[rows[at]! >>> 5]! |= 1 << (rows[at]! & 31);
  return words;
}

/** Keeps in a set only the rows that `other` has too, and returns the set. */
export function intersect(words: Uint32Array, other: Uint32Array): Uint32Array {
  for (let at = 0; at < words.length; at++) words[at]! &= other[at]!;
  return words;
}

/** Adds the rows of another set. */
export function unite(words: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! |= other[at]!;
}

/** Removes the rows of another set. */
export function subtract(words: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! &= ~other[at]!;
}

/** Keeps in a set only the rows from `low` up to, not including, `high`. */
export function keepRange(words: Uint32Array, low: number, high: number): void {
  const first = low >>> 5;
  const last = high >>> 5;
  words.fill(0, 0, first);
  words.fill(0, last + 1);
  if (first < words.length) words[first]! &= -1 << (low & 31);
  if (last < words.length) words[last]! &= ~(-1 << (high & 31));
}

/** Counts the rows of a set that `other` has too. */
export function countRows(words: Uint32Array, other = words): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]! & other[at]!;
    if (word === 0) continue;
    const pairs = word - ((word >>> 1) & 0x55555555);
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Lists the rows of a set in ascending order. `count` is their number. */
export function listRows(words: Uint32Array, count = countRows(words)): Uint32Array {
  const rows = new Uint32Array(count);
  let length = 0;
  for (let at = 0; at < words.length; at++)
    for (let word = words[at]!; word !== 0; word &= word - 1)
      rows[length++] = (at << 5) + 31 - Math.clz32(word & -word);
  return rows;
}
