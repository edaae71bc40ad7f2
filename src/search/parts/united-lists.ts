// Unites several posting lists into one.
import { addRows, countRows, unite, wordsFor } from './bitmap.ts';
import { type ListRef, sizeOf } from './narrowed-rows.ts';
import { DENSE_FROM } from './postings.ts';

/**
 * Returns one list of the rows that are in any of `lists`; undefined if there are no lists. `rows` is the number of
 * rows in the segment.
 */
export function united(lists: readonly ListRef[], rows: number): ListRef | undefined {
  if (lists.length < 2) return lists[0];
  const most = lists.reduce((sum, list) => sum + sizeOf(list), 0);
  return most * DENSE_FROM < rows ? unitedFew(lists, most) : unitedMany(lists, rows);
}

function unitedFew(lists: readonly ListRef[], most: number): ListRef {
  const all = new Uint32Array(most);
  let count = 0;
  for (const { postings, list } of lists) count += postings.rows(list, all.subarray(count));
  const sorted = all.sort();
  let kept = 0;
  for (let at = 0; at < count; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at]!;
  const found = sorted.subarray(0, kept);
  const rows = (_: number, target: Uint32Array) => {
    target.set(found);
    return kept;
  };
  return { postings: { counts: [kept], bitmap: () => undefined, rows }, list: 0 };
}

function unitedMany(lists: readonly ListRef[], rows: number): ListRef {
  const words = new Uint32Array(wordsFor(rows));
  const few = new Uint32Array(Math.ceil(rows / DENSE_FROM) + 8);
  for (const { postings, list } of lists) {
    const bitmap = postings.bitmap(list);
    if (bitmap !== undefined) unite(words, bitmap);
    else addRows(words, few, postings.rows(list, few));
  }
  return bitmapList(words);
}

/** Makes a posting list from a bitmap over all rows of a segment. */
export function bitmapList(words: Uint32Array): ListRef {
  return { postings: { counts: [countRows(words)], bitmap: () => words, rows: () => 0 }, list: 0 };
}
