// The search of an export finds what the search index finds, whatever is asked.
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/basics/canonical-json.ts';
import type { SearchFilter } from '../../../../src/search/conditions.ts';
import type { SortKey } from '../../../../src/search/format/format.ts';
import { SearchIndex } from '../../../../src/search/index/search-index.ts';
import { SHARDS_FORMAT } from '../../../../src/search/shards/shard-format.ts';
import { ShardSearch } from '../../../../src/search/shards/shard-search.ts';
import { ShardWriter } from '../../../../src/search/shards/shard-writer.ts';
import { SearchIndexBuilder } from '../../../../src/search/writer/builder.ts';
import { factsOf } from '../../../../src/search/writer/row-facts.ts';
import { bytesOf } from '../../../../src/search/writer/written-index.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';
import { searchRows } from '../../../bench/search-rows.ts';

const encoder = new TextEncoder();
const rows = [...searchRows(3000)];
const jsons = rows.map((row) => encoder.encode(canonicalJson(row)));

const builder = new SearchIndexBuilder();
for (const json of jsons) builder.add(json);
const { figures, segment } = bytesOf(builder.finish());
const index = new SearchIndex({ figures: figures!.buffer as ArrayBuffer, segments: [segment!.buffer as ArrayBuffer] });

/** Every id of a question, in order, page after page. */
function fromIndex(filter: SearchFilter, sort: SortKey, { ranked = false, ascending = false } = {}): string[] {
  const ids: string[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const page = index.search({ ...filter, sort, ranked, ascending, limit: 500, ...(after && { after }) });
    if (page.kind !== 'page') throw new Error('no page');
    ids.push(...page.rows.map((row) => index.idAt(row)));
    after = page.next;
  }
  return ids;
}

function written() {
  const order = new Map(fromIndex({}, 'trendingScore').map((id, at) => [id, at]));
  const writer = new ShardWriter();
  // Numbers are those of another day: in another order, and some are of rows that are gone.
  for (const [at, row] of rows.entries()) writer.add(at + Math.floor(at / 10), row, order.get(row.id)!);
  const { files, ...told } = writer.finish();
  const all = new Map(Array.from(files, ({ path, bytes }) => [`version/${path}`, bytes]));
  const first = { format: SHARDS_FORMAT, version: 'version', made: 'today', ...told };
  return all.set('index.json', encoder.encode(JSON.stringify(first)));
}

const files = written();
const search = new ShardSearch(async (path, made) => {
  expect(made).toBe(path === 'index.json' ? undefined : 'today');
  const bytes = files.get(path);
  if (!bytes) throw new Error(`${path} is missing`);
  return bytes;
});

async function fromShards(
  filter: SearchFilter,
  sort: SortKey,
  { ranked = false, ascending = false, limit = 25 } = {},
): Promise<{ found: ModelRow[]; ids: string[]; total: number | undefined }> {
  const found: ModelRow[] = [];
  let total: number | undefined;
  for (let skip = 0, isMore = true; isMore; skip += limit) {
    const page = await search.search({ ...filter, sort, ranked, ascending, limit, skip });
    if (skip === 0) total = page.total;
    found.push(...page.rows);
    isMore = page.isMore;
    // A page that another follows is a full one.
    if (isMore) expect(page.rows).toHaveLength(limit);
  }
  return { found, ids: found.map(({ id }) => id), total };
}

const byId = new Map(rows.map((row) => [row.id, row]));
const sorts = ['trendingScore', 'downloads', 'likes', 'createdAt', 'updated', 'size'] as const;
const sortValue = (id: string, sort: SortKey) => factsOf(byId.get(id)!).values[sort];
const some = rows[1234]!;
const questions: [string, SearchFilter][] = [
  ['nothing', {}],
  ['a letter', { search: 'q' }],
  ['two letters', { search: 'be' }],
  ['a run', { search: 'BER' }],
  ['a common text', { search: 'bert' }],
  ['a long text', { search: some.id.slice(2, 16) }],
  ['a text that nobody has', { search: 'zzzzzz' }],
  ['letters outside of ids', { search: 'größe' }],
  ['a text with spaces', { search: 'fill mask' }],
  ['more words than a question may have', { search: 'base '.repeat(21) }],
  ['an owner', { author: some.id.split('/')[0]! }],
  ['a task', { pipelineTag: 'text-generation' }],
  ['a library and tags', { library: 'transformers', tags: ['en', 'license:mit'] }],
  ['sources', { sources: 2 }],
  ['a size', { size: '4-8' }],
  ['memory', { fits: 1e9 }],
  ['memory and a text', { fits: 8e9, search: 'base' }],
  ['memory that nothing fits in', { fits: 1 }],
  ['gated models', { gated: true }],
  ['any of two tasks', { anyOf: { pipeline_tag: ['fill-mask', 'translation'] } }],
  ['a licence or none', { anyOf: { license: ['mit', 'not-stated'], pipeline_tag: ['text-generation'] } }],
  ['choices that nobody has', { anyOf: { language: ['xx'] } }],
  ['a word', { words: ['bert'] }],
  ['a letter as a word', { words: ['q'] }],
  ['a word for a task', { words: ['embeddings'] }],
  ['words for a task beside another', { words: ['base', 'speech', 'to', 'text'] }],
  ['a word begun', { words: ['distil'] }],
  ['common words', { words: ['base', 'bert', 'uncased'] }],
  ['words of ids and tags', { words: ['generation', 'qwen', 'en'] }],
  ['words with an error', { words: ['distlbert', 'finetunde'] }],
  ['words that nobody has', { words: ['bert', 'zzzzzz'] }],
  ['words and memory', { words: ['llama'], fits: 8e9 }],
  ['words and a task', { words: ['base'], pipelineTag: 'text-generation' }],
  ['words and memory that nothing fits in', { words: ['base'], fits: 1 }],
];

describe.each(sorts)('by %s', (sort) => {
  test.each(questions)('%s', async (_, filter) => {
    const { ids, total } = await fromShards(filter, sort);
    const expected = fromIndex(filter, sort);
    expect(ids.toSorted()).toEqual(expected.toSorted());
    // The search index orders equal values by downloads, this one by trend.
    if (sort === 'trendingScore') expect(ids).toEqual(expected);
    else expect(ids.map((id) => sortValue(id, sort))).toEqual(expected.map((id) => sortValue(id, sort)));
    if (total !== undefined) expect(total).toBe(expected.length);
  });
});

test.each(questions)('%s, lowest first', async (_, filter) => {
  for (const sort of ['size', 'downloads'] as const) {
    const { ids } = await fromShards(filter, sort, { ascending: true, limit: 200 });
    const expected = fromIndex(filter, sort, { ascending: true });
    expect(ids.map((id) => sortValue(id, sort))).toEqual(expected.map((id) => sortValue(id, sort)));
  }
});

describe('best first', () => {
  const ofWords = questions.filter(([, { words }]) => words);
  test.each(ofWords.flatMap(([what, filter]) => [3, 25].map((limit) => [what, limit, filter] as const)))(
    '%s, %i at a time',
    async (_, limit, filter) => {
      const { ids } = await fromShards(filter, 'trendingScore', { ranked: true, limit });
      expect(ids).toEqual(fromIndex(filter, 'trendingScore', { ranked: true }));
    },
  );
});

test('a page holds what the list of models shows, and no page is longer than asked', async () => {
  const { rows: page, isMore } = await search.search({ sort: 'downloads', limit: 7 });
  expect(page).toHaveLength(7);
  expect(isMore).toBe(true);
  const [first] = page;
  const row = rows.find(({ id }) => id === first!.id)!;
  expect(first).toMatchObject({ id: row.id, downloads: row.downloads, hub: { sources: row.hub.sources } });
});

test('a file is fetched once, and one that did not come is asked for again', async () => {
  const asked: string[] = [];
  let isDown = true;
  const flaky = new ShardSearch(async (path) => {
    asked.push(path);
    if (isDown && path.startsWith('version/lists')) throw new Error('down');
    return files.get(path)!;
  });
  await expect(flaky.search({ search: 'ber', sort: 'trendingScore', limit: 5 })).rejects.toThrow('down');
  isDown = false;
  await flaky.search({ search: 'ber', sort: 'trendingScore', limit: 5 });
  const again = asked.length;
  await flaky.search({ search: 'ber', sort: 'trendingScore', limit: 5 });
  expect(asked).toHaveLength(again);
});

test('another format is refused by name', async () => {
  const other = new ShardSearch(async () => encoder.encode('{"format":"hub.model-hub.search-shards/v9"}'));
  await expect(other.search({ sort: 'likes', limit: 1 })).rejects.toThrow('search-shards/v9');
});
