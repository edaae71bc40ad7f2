// Tests that the search of an index, as it is or in an export, gives the same answers as a simple loop over all rows,
// for any rows and any query.

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { searchOver } from '../../../functions/search/search-over-index.ts';
import { SORTS } from '../../../src/search/orders.ts';
import type { SearchFilter, SearchQuery } from '../../../src/search/query.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { exportedRows, indexExported } from '../../../src/search/writer/exported-rows.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { inAll } from '../../fixtures/in-all.ts';
import { expectedRows, openIndex, rowJson, someQuestion, someRows } from './reference.ts';

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

const BETWEEN = ',\n';

function catalogOf(rows: readonly ModelRow[]): Uint8Array {
  return Buffer.concat(rows.flatMap((row) => [rowJson(row), Buffer.from(BETWEEN)]));
}

/** Opens the search of an index of these rows. */
function portOf(rows: readonly ModelRow[]): SearchPort {
  const catalog = catalogOf(rows);
  return searchOver(openIndex(rows), 0, (start, end, checked) => checked(catalog.slice(start, end)));
}

async function idsOn(port: SearchPort, query: SearchQuery): Promise<{ ids: string[]; next: string | undefined }> {
  const page = await port.search(query);
  if (page.kind !== 'page') throw new Error('no page');
  const rows = await port.rows(page.rows);
  return { ids: rows.map((row) => (JSON.parse(Buffer.from(row).toString()) as ModelRow).id), next: page.next };
}

/** Returns the ids of all rows that match a query, page by page. */
async function walked(port: SearchPort, query: SearchQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await idsOn(port, after === undefined ? query : { ...query, after });
    // A page is full if another page follows.
    if (page.next !== undefined) expect(page.ids).toHaveLength(query.limit);
    ids.push(...page.ids);
    after = page.next;
  }
  return ids;
}

const nameOf = (id: string) => id.slice(id.indexOf('/') + 1);
const some = [...searchRows(ROWS)];
const one = some[123]!;
const questions: [string, SearchFilter][] = [
  ['nothing', {}],
  ['a letter', { search: 'q' }],
  ['a run', { search: 'BER' }],
  ['a long text', { search: one.id.slice(2, 16) }],
  ['a text that nobody has', { search: 'zzzzzz' }],
  ['a library and tags', { anyOf: { library: ['transformers'] }, tags: ['en', 'license:mit'] }],
  ['memory and a text', { fits: 8e9, search: 'base' }],
  ['parameters', { parameters: { min: 1e9, max: 8e9 } }],
  ['gated models', { gated: true }],
  ['any of two tasks', { anyOf: { pipeline_tag: ['fill-mask', 'translation'] } }],
  ['a licence or none', { anyOf: { license: ['mit', 'not-stated'], pipeline_tag: ['text-generation'] } }],
  ['a word for a task', { words: ['embeddings'] }],
  ['words for a task beside another', { words: ['base', 'speech', 'to', 'text'] }],
  ['words of ids and tags', { words: ['generation', 'qwen', 'en'] }],
  ['words with an error', { words: ['distlbert', 'finetunde'] }],
  ['words that nobody has', { words: ['bert', 'zzzzzz'] }],
];

test('every answer without some models is as if these models did not exist', async () => {
  const port = portOf(some);
  const hidden = some.filter((_row, at) => at % 7 === 3).map(({ id }) => id);
  const rest = some.filter(({ id }) => !hidden.includes(id));
  const left = await port.without([...hidden.map((id) => id.toUpperCase()), 'nobody/has-this']);
  for (const [, question] of questions) {
    const query = { ...question, sort: 'downloads', ascending: false } as const;
    const expected = idsOf(rest, query);
    const page = await idsOn(left, { ...query, limit: 20, skip: 10 });
    expect(page.ids, JSON.stringify(question)).toEqual(expected.slice(10, 30));
    expect(page.next !== undefined).toBe(expected.length > 30);
    expect(await left.count(question)).toBe(expected.length);
    expect((await left.facets(question)).total).toBe(expected.length);
  }
  expect((await left.facets({})).facets).toEqual(openIndex(rest).facets({}).facets);
  // A look-up by id still finds the model, so that the hub can say that it is withdrawn.
  expect(await left.idIgnoringCase(hidden[0]!.toLowerCase())).toBe(hidden[0]);
  expect(await port.without(['nobody/has-this'])).toBe(port);
});

const times = ROUNDS.map((rounds, at) => [rounds, inAll(at > 0)] as const);
for (const [rounds, options] of times)
  test(`any query over any rows has the right answer, ${rounds} times`, options, () => anyQuestion(rounds));

async function anyQuestion(numRuns: number): Promise<void> {
  const everything = [someRows, fc.array(someQuestion, { minLength: 1, maxLength: 5 })] as const;
  await fc.assert(
    fc.asyncProperty(
      ...everything,
      fc.integer({ min: 1, max: 20 }),
      fc.nat({ max: 60 }),
      async (rows, asked, limit, skip) => {
        const port = portOf(rows);
        const exported = await indexExported(exportedRows(rows));
        for (const question of asked) {
          const expected = idsOf(rows, question);
          const query = { ...question, limit, skip };
          const page = await idsOn(port, query);
          expect(page.ids, JSON.stringify(question)).toEqual(expected.slice(skip, skip + limit));
          expect(page.next !== undefined).toBe(expected.length > skip + limit);
          expect(await walked(port, { ...question, limit }), JSON.stringify(question)).toEqual(expected);
          expect(await port.count(question)).toBe(expected.length);
          const found = exported.index.search(query);
          expect(found.kind === 'page' && found.rows.map((row) => exported.rowAt(row).id)).toEqual(page.ids);
          expect(exported.index.facets(question)).toEqual(await port.facets(question));
        }
      },
    ),
    { numRuns },
  );
}

test('ids and names are found in any letter case, and other texts are not', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, async (rows) => {
      const port = portOf(rows);
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
  const port = portOf(some);
  for (const sort of SORTS)
    for (const [ascending, ranked] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const query = { ...filter, sort, ascending, ranked };
      expect(await walked(port, { ...query, limit: 50 }), JSON.stringify(query)).toEqual(idsOf(some, query));
    }
  expect(await port.count(filter)).toBe(idsOf(some, { ...filter, sort: 'likes', ascending: false }).length);
});

test('the file of an export has one row per line, with all facts that its pages show', async () => {
  const text = exportedRows(some.slice(0, 2));
  expect(text.split('\n')).toHaveLength(5);
  const { rowAt } = await indexExported(text);
  const { _id, modelId, author, sha, private: _, gated, disabled, hub, ...shown } = some[0]!;
  const { files, manifest, ...facts } = hub;
  expect(rowAt(0)).toEqual({ ...shown, hub: facts });
  expect((await indexExported(exportedRows([]))).index.rows).toBe(0);
});
