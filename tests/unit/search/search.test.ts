import { beforeAll, describe, expect, test, vi } from 'vitest';
import { SORTS } from '../../../src/search/format/format.ts';
import type { SearchQuery } from '../../../src/search/search.ts';
import type { SearchIndex } from '../../../src/search/search-index.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { randomNumbers, searchRows } from '../../bench/search-rows.ts';
import { expectedRows, openIndex } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Returns the rows of one page. Throws if the cursor is refused. */
function pageOf(index: SearchIndex, query: SearchQuery): number[] {
  const answer = index.search(query);
  if (answer.kind !== 'page') throw new Error('the cursor was refused');
  return answer.rows;
}

describe('search over many rows, for which the engine reads lists, uses bitmaps, picks rows or walks along an order', () => {
  let rows: ModelRow[];
  let index: SearchIndex;
  beforeAll(() => {
    rows = [...searchRows(10_000)];
    index = openIndex(rows);
  });

  const filters = [
    {},
    { search: 'e' },
    { search: 'X' },
    { search: 'be' },
    { search: 'qz' },
    { search: 'ase' },
    { search: 'Bert' },
    { search: 'base' },
    { search: 'base-base' },
    { search: 'se-base_base' },
    { search: 'bert-base-bert' },
    { search: 'finetuned-base' },
    { search: 'stable' },
    { search: 'no such text' },
    { search: 'a/b' },
    { tags: ['region:us'] },
    { tags: ['region:us', 'safetensors', 'en'] },
    { tags: ['safetensors', 'license:mit'], anyOf: { pipeline_tag: ['text-generation'] } },
    { tags: ['imatrix'], anyOf: { pipeline_tag: ['depth-estimation'] } },
    { anyOf: { pipeline_tag: ['text-generation'] } },
    { anyOf: { library: ['transformers'] }, search: 'bert' },
    { anyOf: { library: ['timm'] }, search: 'a' },
    { search: 'base', tags: ['region:us'], anyOf: { pipeline_tag: ['text-generation'] } },
  ];
  test.each(filters)('finds the right rows for %j, in every order', (filter) => {
    for (const sort of SORTS) {
      for (const ascending of [false, true]) {
        const expected = expectedRows(rows, { ...filter, sort, ascending });
        expect(index.count(filter)).toBe(expected.length);
        for (const limit of [1, 100, 500]) {
          expect(pageOf(index, { ...filter, sort, ascending, limit })).toEqual(expected.slice(0, limit));
        }
      }
    }
  });

  test('finds the right rows for owners with many models, and for one with few', () => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row.author!, (counts.get(row.author!) ?? 0) + 1);
    const authors = [...counts.keys()].sort((left, right) => counts.get(right)! - counts.get(left)!);
    for (const author of [...authors.slice(0, 5), authors.at(-1)!]) {
      for (const search of [undefined, 'e', 'base', 'bert']) {
        const query = { author, ...(search === undefined ? {} : { search }), sort: 'likes', ascending: true } as const;
        const expected = expectedRows(rows, query);
        expect(pageOf(index, { ...query, limit: 100 })).toEqual(expected.slice(0, 100));
        expect(index.count(query)).toBe(expected.length);
      }
    }
  });

  test('finds parts of ids, also with a changed letter', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 150; round++) {
      const { id } = rows[Math.floor(random() * rows.length)]!;
      const start = Math.floor(random() * (id.length - 4));
      const piece = id.slice(start, start + 4 + Math.floor(random() * 12));
      const search = random() < 0.7 ? piece : `${piece.slice(0, -1)}q`;
      const query = { search, sort: SORTS[round % 4]!, ascending: round % 8 > 3 };
      const expected = expectedRows(rows, query);
      expect(pageOf(index, { ...query, limit: 100 }), search).toEqual(expected.slice(0, 100));
      expect(index.count(query), search).toBe(expected.length);
    }
  });

  test('finds facts that one row has, and facts of two neighbouring rows', () => {
    const random = randomNumbers(8);
    const one = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
    const described = [...rows.keys()].filter((number) => (rows[number]!.tags?.length ?? 0) > 4);
    for (const number of described.filter(() => random() < 0.15)) {
      const row = rows[number]!;
      const other = random() < 0.5 ? row : rows[Math.max(0, number - 1)]!;
      const tags = [one(row.tags!)!, ...(random() < 0.7 ? [one(other.tags ?? row.tags!)!] : [])];
      const query: Omit<SearchQuery, 'limit'> = {
        tags,
        ...(random() < 0.3 ? { author: other.author! } : {}),
        ...(random() < 0.3 && row.library_name ? { anyOf: { library: [row.library_name] } } : {}),
        ...(random() < 0.3 ? { search: row.id.slice(-3) } : {}),
        sort: one(SORTS)!,
        ascending: random() < 0.5,
      };
      const expected = expectedRows(rows, query);
      expect(pageOf(index, { ...query, limit: 50 }), JSON.stringify(query)).toEqual(expected.slice(0, 50));
      expect(index.count(query)).toBe(expected.length);
    }
  });
});
