import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addRows,
  countRows,
  firstRows,
  hasRow,
  intersect,
  keepRange,
  listRows,
  setCommonRows,
  wordsFor,
} from '../../../../src/search/parts/bitmap.ts';

const ROWS = 200;
const someSet = fc.uniqueArray(fc.nat(ROWS - 1)).map((rows) => rows.sort((left, right) => left - right));

function bitmapOf(rows: number[]): Uint32Array {
  const words = new Uint32Array(wordsFor(ROWS));
  addRows(words, Uint32Array.from(rows), rows.length);
  return words;
}

function rowsOf(words: Uint32Array): number[] {
  const rows = new Uint32Array(ROWS);
  return [...rows.subarray(0, listRows(words, rows))];
}

test('a bitmap contains exactly the rows from which it was made', () => {
  fc.assert(
    fc.property(someSet, (rows) => {
      const words = bitmapOf(rows);
      expect(rowsOf(words)).toEqual(rows);
      expect(countRows(words)).toBe(rows.length);
      for (let row = 0; row < ROWS; row++) expect(hasRow(words, row)).toBe(rows.includes(row));
      expect(firstRows(words, 3, (row) => row % 2 === 1)).toEqual(rows.filter((row) => row % 2 === 1).slice(0, 3));
      expect(listRows(words, new Uint32Array(5))).toBe(Math.min(5, rows.length));
    }),
  );
});

test('sets are intersected, both as two bitmaps and as a bitmap with a list', () => {
  fc.assert(
    fc.property(someSet, someSet, (left, right) => {
      const common = left.filter((row) => right.includes(row));
      const words = bitmapOf(left);
      intersect(words, bitmapOf(right));
      expect(rowsOf(words)).toEqual(common);
      setCommonRows(words, bitmapOf(left), Uint32Array.from(right), right.length);
      expect(rowsOf(words)).toEqual(common);
    }),
  );
});

test('a range can be cut out at any bounds', () => {
  const all = Array.from({ length: ROWS }, (_, row) => row);
  for (const low of [0, 1, 31, 32, 33, 64, 199, 200]) {
    for (const high of [0, 1, 31, 32, 33, 64, 192, 199, 200].filter((end) => end >= low)) {
      const words = bitmapOf(all);
      keepRange(words, low, high);
      expect(rowsOf(words)).toEqual(all.slice(low, high));
    }
  }
});
