import { expect, test } from 'vitest';
import { openPostings } from '../../../src/search/postings.ts';
import { writePostings } from '../../../src/search/writer/postings-writer.ts';

test('gaps of every encoded length are read back unchanged', () => {
  const all = [0, 127, 128, 254, 382, 16_766, 33_150, 2_130_302, 4_227_454, 272_662_910, 300_000_000];
  const rows = 300_000_001;
  const lists = writePostings(1, rows, (add) => {
    for (const row of all) add(0, row);
  });
  const take = (name: string) => lists[name.slice(5) as keyof typeof lists] as never;
  const { bitmap, rows: listed } = openPostings({ rows, u8: take, u32: take, f64: take }).at(0);
  expect([bitmap, [...listed()]]).toEqual([undefined, all]);
});
