import { expect, test } from 'vitest';
import { Postings } from '../../../../src/search/parts/postings.ts';
import { writePostings } from '../../../../src/search/writer/postings-writer.ts';

test('gaps of every encoded length are read back unchanged', () => {
  const rows = [0, 127, 128, 254, 382, 16_766, 33_150, 2_130_302, 4_227_454, 272_662_910, 300_000_000];
  const { counts, places, sparse, dense } = writePostings(1, 300_000_001, (writer) => {
    for (const row of rows) writer.add(0, row);
  });
  const sections: Record<string, unknown> = { gramCounts: counts, gramPlaces: places, gramSparse: sparse };
  const take = (name: string) => ({ ...sections, gramDense: dense })[name] as never;
  const { bitmap, write } = new Postings({ rows: 300_000_001, bytes: take, words: take, doubles: take }, 'gram').at(0);
  const read = new Uint32Array(rows.length);
  expect([bitmap, write(read), [...read]]).toEqual([undefined, rows.length, rows]);
});
