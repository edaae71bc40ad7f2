import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Layout } from '../../../../src/search/format/format.ts';
import { listRows, wordsFor } from '../../../../src/search/parts/bitmap.ts';
import { Postings } from '../../../../src/search/parts/postings.ts';
import { writePostings } from '../../../../src/search/writer/postings-writer.ts';

/** Writes lists of rows by key, and reads them back by key. */
function roundTrip(lists: Map<number, number[]>, rows: number): { read: Map<number, number[]>; dense: number[] } {
  const pairs = [...lists].flatMap(([key, listed]) => listed.map((row) => [row, key] as const));
  pairs.sort((left, right) => left[0] - right[0]);
  const { keys, counts, places, sparse, dense } = writePostings(Math.max(0, ...lists.keys()) + 1, rows, (writer) => {
    for (const [row, key] of pairs) {
      writer.add(key, row);
      writer.add(key, row);
    }
  });
  const sections: Record<string, unknown> = {
    gramCounts: counts,
    gramPlaces: places,
    gramSparse: sparse,
    gramDense: dense,
  };
  const take = (name: string) => sections[name] as never;
  const postings = new Postings({ rows, bytes: take, words: take, doubles: take } satisfies Layout, 'gram');
  const buffer = new Uint32Array(Math.max(1, ...counts));
  const read = new Map<number, number[]>();
  const bitmaps: number[] = [];
  for (const [list, key] of keys.entries()) {
    const { bitmap, write } = postings.at(list);
    if (bitmap !== undefined) bitmaps.push(key);
    const count = bitmap === undefined ? write(buffer) : listRows(bitmap, buffer);
    expect(count).toBe(counts[list]);
    read.set(key, [...buffer.subarray(0, count)]);
  }
  return { read, dense: bitmaps };
}

test('lists of every density are read back unchanged', () => {
  const list = fc.uniqueArray(fc.nat(999), { maxLength: 400 }).map((rows) => rows.sort((left, right) => left - right));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(fc.nat(50), list), { selector: ([key]) => key }), (entries) => {
      const lists = new Map(entries.filter(([, rows]) => rows.length > 0).sort(([left], [right]) => left - right));
      expect([...roundTrip(lists, 1000).read]).toEqual([...lists]);
    }),
  );
});

test('gaps of every encoded length are read back unchanged', () => {
  const rows = [0, 127, 128, 254, 382, 16_766, 33_150, 2_130_302, 4_227_454, 272_662_910, 300_000_000];
  const { read, dense } = roundTrip(
    new Map([
      [3, rows],
      [4, [299_999_999]],
    ]),
    300_000_001,
  );
  expect(read.get(3)).toEqual(rows);
  expect(read.get(4)).toEqual([299_999_999]);
  expect(dense).toEqual([]);
});

test('a dense list is stored as a bitmap', () => {
  const even = Array.from({ length: 500 }, (_, half) => half * 2);
  const { read, dense } = roundTrip(
    new Map([
      [0, [5]],
      [1, even],
    ]),
    1000,
  );
  expect(read.get(1)).toEqual(even);
  expect(dense).toEqual([1]);
  expect(wordsFor(1000)).toBe(32);
});
