// Tests that every reader of the search index gives the same answers as a simple loop over all rows, for any rows
// and any query.

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { SearchFilter } from '../../../src/search/conditions.ts';
import { SORTS } from '../../../src/search/format/format.ts';
import { SearchIndexError } from '../../../src/search/format/search-index-error.ts';
import { openListsFile } from '../../../src/search/remote/lists-file.ts';
import type { SearchQuery } from '../../../src/search/search.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { inAll } from '../../fixtures/in-all.ts';
import { fromAfar, fromExport, indexed, READERS, type Reader } from './readers.ts';
import { expectedRows, inIdOrder, someQuestion, someRows } from './reference.ts';

vi.setConfig({ testTimeout: 300_000 });

/**
 * The number of rounds with random rows: in `npm test`, and in `npm run test:all`. SEARCH_ROUNDS changes the second
 * number.
 */
const ROUNDS = [6, Number(process.env.SEARCH_ROUNDS ?? 25)] as const;
/** The number of rows in the tests without rounds. SEARCH_ROWS changes it. */
const ROWS = Number(process.env.SEARCH_ROWS ?? 400);

const idsOf = (rows: readonly ModelRow[], query: Omit<SearchQuery, 'limit'>) =>
  expectedRows([...rows], query).map((row) => rows[row]!.id);

/**
 * Returns the ids of all rows that match a query. Follows cursors if the reader has them, and otherwise skips the ids
 * so far.
 */
async function walked(reader: Reader, query: SearchQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined, isMore = true; isMore; ) {
    const place = reader.port ? next !== undefined && { after: next } : { skip: ids.length };
    const page = (await reader.page({ ...query, ...place }))!;
    // A page is full if another page follows.
    if (page.isMore) expect(page.ids).toHaveLength(query.limit);
    ids.push(...page.ids);
    ({ next, isMore } = page);
  }
  return ids;
}

const nameOf = (id: string) => id.slice(id.indexOf('/') + 1);
const some = [...searchRows(ROWS)];
const one = some[123]!;
const questions: [string, SearchFilter][] = [
  ['nothing', {}],
  ['a letter', { search: 'q' }],
  ['two letters', { search: 'be' }],
  ['a run', { search: 'BER' }],
  ['a common text', { search: 'bert' }],
  ['a long text', { search: one.id.slice(2, 16) }],
  ['a text that nobody has', { search: 'zzzzzz' }],
  ['letters outside of ids', { search: 'größe' }],
  ['an owner', { author: one.id.split('/')[0]! }],
  ['a library and tags', { library: 'transformers', tags: ['en', 'license:mit'] }],
  ['sources', { sources: 2 }],
  ['a size', { size: '4-8' }],
  ['memory', { fits: 1e9 }],
  ['memory and a text', { fits: 8e9, search: 'base' }],
  ['parameters', { parameters: { min: 1e9, max: 8e9 } }],
  ['gated models', { gated: true }],
  ['any of two tasks', { anyOf: { pipeline_tag: ['fill-mask', 'translation'] } }],
  ['a licence or none', { anyOf: { license: ['mit', 'not-stated'], pipeline_tag: ['text-generation'] } }],
  ['choices that nobody has', { anyOf: { language: ['xx'] } }],
  ['a letter as a word', { words: ['q'] }],
  ['a word for a task', { words: ['embeddings'] }],
  ['words for a task beside another', { words: ['base', 'speech', 'to', 'text'] }],
  ['a word begun', { words: ['distil'] }],
  ['words of ids and tags', { words: ['generation', 'qwen', 'en'] }],
  ['words with an error', { words: ['distlbert', 'finetunde'] }],
  ['words that nobody has', { words: ['bert', 'zzzzzz'] }],
  ['words and memory', { words: ['llama'], fits: 8e9 }],
];

describe.each(Object.entries(READERS))('%s', (_, open) => {
  test('every answer without some models is as if these models did not exist', async () => {
    const reader = await open(indexed(some));
    if (!reader.port) return;
    const hidden = some.filter((_row, at) => at % 7 === 3).map(({ id }) => id);
    const rest = some.filter(({ id }) => !hidden.includes(id));
    const left = await reader.port.without([...hidden.map((id) => id.toUpperCase()), 'nobody/has-this']);
    for (const [, question] of questions) {
      const query = { ...question, sort: 'downloads', ascending: false } as const;
      const expected = idsOf(rest, query);
      const page = await left.search({ ...query, limit: 20, skip: 10 });
      if (page.kind !== 'page') throw new Error('no page');
      const found = (await left.rows(page.rows)).map((row) => (JSON.parse(Buffer.from(row).toString()) as ModelRow).id);
      expect(found, JSON.stringify(question)).toEqual(expected.slice(10, 30));
      expect(page.next !== undefined).toBe(expected.length > 30);
      expect(await left.count(question)).toBe(expected.length);
      expect((await left.facets(question)).total).toBe(expected.length);
    }
    expect((await left.facets({})).facets).toEqual(indexed(rest).index.facets({}).facets);
    // A look-up by id still finds the model, so that the hub can say that it is withdrawn.
    expect(await left.idIgnoringCase(hidden[0]!.toLowerCase())).toBe(hidden[0]);
    expect(await reader.port.without(['nobody/has-this'])).toBe(reader.port);
  });

  const times = ROUNDS.map((rounds, at) => [rounds, inAll(at > 0)] as const);
  for (const [rounds, options] of times)
    test(`any query over any rows has the right answer, ${rounds} times`, options, () => anyQuestion(rounds));

  async function anyQuestion(numRuns: number): Promise<void> {
    const everything = [someRows, someRows, fc.array(someQuestion, { minLength: 1, maxLength: 5 })] as const;
    await fc.assert(
      fc.asyncProperty(
        ...everything,
        fc.integer({ min: 1, max: 20 }),
        fc.nat({ max: 60 }),
        async (before, others, asked, limit, skip) => {
          const changed = before.map((row, at) => (at % 9 === 4 ? { ...row, tags: ['b'], library_name: 'gguf' } : row));
          const rows = inIdOrder([...others.slice(0, 5), ...changed.filter((_, at) => at % 11 !== 7)]);
          const days = indexed(before, rows);
          const reader = await open(days);
          for (const question of asked) {
            const expected = idsOf(rows, question);
            const page = await reader.page({ ...question, limit, skip });
            expect(page!.ids, JSON.stringify(question)).toEqual(expected.slice(skip, skip + limit));
            expect(page!.isMore).toBe(expected.length > skip + limit);
            expect(await walked(reader, { ...question, limit }), JSON.stringify(question)).toEqual(expected);
            expect([expected.length, ...reader.unknown]).toContain(await reader.count(question));
            if (reader.port) expect(await reader.port.facets(question)).toEqual(days.index.facets(question));
          }
        },
      ),
      { numRuns },
    );
  }

  test('ids and names are found in any letter case, and other texts are not', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, someRows, async (before, rows) => {
        const { port } = await open(indexed(before, rows));
        if (!port) return;
        for (const { id } of rows) {
          for (const asked of [id, id.toUpperCase(), `${id}-`, id.slice(1), id.slice(0, -1)]) {
            const isAsked = (row: ModelRow) => row.id.toLowerCase() === asked.toLowerCase();
            expect(await port.idIgnoringCase(asked), asked).toBe(rows.find(isAsked)?.id);
            const row = await port.rowOf(asked);
            const known = rows.find((row) => row.id === asked);
            expect(row && JSON.parse(Buffer.from(row).toString())).toEqual(known);
            const { downloads, likes, trendingScore } = known ?? {};
            const figures = Object.entries({ downloads, likes, trendingScore }).filter(
              ([, value]) => value !== undefined,
            );
            expect(await port.figuresOf(asked)).toEqual(known && Object.fromEntries(figures));
          }
          const alike = rows.filter((row) => nameOf(row.id).toLowerCase() === nameOf(id).toLowerCase());
          expect(await port.idsByName(nameOf(id).toUpperCase())).toEqual(alike.slice(0, 2).map((row) => row.id));
        }
        for (const none of ['', '/', 'no/where', 'K']) expect(await port.idIgnoringCase(none)).toBeUndefined();
        for (const none of ['', 'a/b', 'nothing']) expect(await port.idsByName(none)).toEqual([]);
      }),
      { numRuns: Math.ceil(ROUNDS[1] / 2) },
    );
  });

  test.each(questions)('the answer is right for %s, in every order', async (_, filter) => {
    const reader = await opened(open);
    for (const sort of SORTS)
      for (const [ascending, ranked] of [
        [false, false],
        [true, false],
        [false, true],
      ] as const) {
        const query = { ...filter, sort, ascending, ranked };
        expect(await walked(reader, { ...query, limit: 50 }), JSON.stringify(query)).toEqual(idsOf(some, query));
      }
    expect([idsOf(some, { ...filter, sort: 'likes', ascending: false }).length, ...reader.unknown]).toContain(
      await reader.count(filter),
    );
  });
});

const known = new Map<unknown, Promise<Reader>>();
function opened(open: (typeof READERS)[keyof typeof READERS]): Promise<Reader> {
  const reader = known.get(open) ?? Promise.resolve(open(indexed(some)));
  known.set(open, reader);
  return reader;
}

describe.each([
  ['from afar', fromAfar],
  ['of an export', fromExport],
] as const)('%s', (_, open) => {
  test('each part of the index is fetched once, and requested again only if it did not arrive', async () => {
    const asked = { requests: 0, bytes: 0, isAway: false };
    const reader = await open(indexed(some), asked);
    const query = { sort: 'likes', ascending: true, limit: 5, search: 'ber' } as const;
    asked.isAway = true;
    await expect(reader.page(query)).rejects.toThrow('away');
    asked.isAway = false;
    expect((await reader.page(query))!.ids).toEqual(idsOf(some, query).slice(0, 5));
    const { requests } = asked;
    await reader.page(query);
    expect(asked.requests).toBe(requests);
  });
});

test('a file that is not a lists file, or is cut short, is refused with a sentence', async () => {
  const sizes = { piece: 1024, memory: 2 ** 20 };
  const { figures } = indexed(some);
  const open = (file: Uint8Array) => openListsFile((start, end) => file.slice(start, end), sizes);
  await expect(open(figures)).rejects.toThrow(SearchIndexError);
  await expect(open(figures.slice(0, 10))).rejects.toThrow(SearchIndexError);
});
