// Tests search over many rows, for which the engine reads lists, uses bitmaps, picks rows or walks along an order; also
// over rows for which its estimates are wrong: the rows that match come last in the order, or do not exist.
import { describe, expect, test, vi } from 'vitest';
import { SORTS } from '../../../src/search/orders.ts';
import type { SearchFilter, SearchQuery } from '../../../src/search/query.ts';
import { readSearchQuery } from '../../../src/search/search-query.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { expectedRows, inIdOrder, openIndex } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });

const rows = [...searchRows(10_000)];
const filters = [
  {},
  { search: 'be' },
  { search: 'Bert' },
  { search: 'bert-base-bert' },
  { search: 'finetuned-base' },
  { search: 'no such text' },
  { tags: ['region:us', 'safetensors', 'en'] },
  { tags: ['safetensors', 'license:mit'], anyOf: { pipeline_tag: ['text-generation'] } },
  { tags: ['imatrix'], anyOf: { pipeline_tag: ['depth-estimation'] } },
  { anyOf: { pipeline_tag: ['text-generation'] } },
  { anyOf: { library: ['transformers'] }, search: 'bert' },
  { search: 'base', tags: ['region:us'], anyOf: { pipeline_tag: ['text-generation'] } },
];

const ROWS = 6_000;

/** Makes the rows. `facts` returns the facts of each row by its number. */
function rowsWith(facts: (number: number) => Partial<ModelRow> & { name: string }): ModelRow[] {
  return inIdOrder(
    Array.from({ length: ROWS }, (_, number) => {
      const { name, ...known } = facts(number);
      const id = `o${number % 7}/${name}-${number}`;
      const hub = { files: 1, manifest: `blake3:${'0'.repeat(64)}` };
      return { id, modelId: id, sha: '0'.repeat(40), hub, private: false, gated: false, disabled: false, ...known };
    }),
  );
}

const values = (value: number) => ({
  downloads: value,
  likes: value,
  trendingScore: value,
  createdAt: new Date(value * 1000).toISOString(),
});

/** One row in five has bert in its name and the lowest values, and all others have higher values. */
const last = rowsWith((number) =>
  number % 5 === 0 ? { name: 'bert', tags: ['t'], ...values(number) } : { name: 'other', ...values(ROWS + number) },
);

/**
 * Half of the rows have every trigram of `abcd`, but not this text. In the other half, a few rows have the text, and
 * all others have no trigram of it.
 */
const misleading = rowsWith((number) => ({
  name: number % 1000 === 7 ? 'abcd' : number % 2 === 0 ? 'abc-bcd' : 'other',
  ...(number % 3 === 0 ? {} : values(number % 50)),
}));

/**
 * In eight of ten rows, the name has every trigram of `abcd`, but not this text. One row in ten has the text. Once the
 * misleading rows are excluded, a scan is cheaper.
 */
const mixed = rowsWith((number) => ({
  name: number % 10 === 9 ? 'abcd' : number % 10 < 8 ? 'abc-bcd' : 'other',
  ...values(number % 10 === 9 ? 0 : number),
}));

describe.each([
  ['usual rows', rows, filters],
  [
    'matches that come last',
    last,
    [{ search: 'bert' }, { search: 'ber' }, { tags: ['t'] }, { author: 'o3', search: 'bert' }],
  ],
  [
    'candidates that lack the text',
    misleading,
    [{ search: 'abcd' }, { search: 'abcd', author: 'o0' }, { search: 'bcabc' }],
  ],
  ['both', mixed, [{ search: 'abcd' }, { search: '/abcd-' }]],
] as [string, ModelRow[], SearchFilter[]][])('%s', (_, rows, filters) => {
  const index = openIndex(rows);
  test.each(filters)('finds the right pages for %j, in every order', (filter) => {
    for (const sort of SORTS) {
      for (const ascending of [false, true]) {
        const expected = expectedRows(rows, { ...filter, sort, ascending });
        expect(index.count(filter)).toBe(expected.length);
        for (const limit of [1, 20, 100, 500]) {
          const first = index.search({ ...filter, sort, ascending, limit });
          if (first.kind !== 'page') throw new Error('a first page has no cursor');
          expect(first.rows).toEqual(expected.slice(0, limit));
          if (first.next === undefined) continue;
          const second = index.search({ ...filter, sort, ascending, limit, after: first.next });
          expect(second).toMatchObject({ kind: 'page', rows: expected.slice(limit, 2 * limit) });
        }
      }
    }
  });
});

test('a licence that is asked for by name comes before ids that begin with its name', () => {
  const licensed = rowsWith((number) =>
    number === 0 ? { name: 'mitsua', ...values(9) } : { name: 'bert', tags: ['license:mit'], ...values(1) },
  );
  const query = readSearchQuery(new URLSearchParams('search=MIT license&match=words&limit=1')) as SearchQuery;
  const found = openIndex(licensed).search(query);
  expect(found.kind === 'page' && licensed[found.rows[0]!]!.tags).toEqual(['license:mit']);
});
