// The search of an export over days: what it finds, and how little a day that changes little writes.
import { describe, expect, test } from 'vitest';
import { rowsFolder, SearchShards, type WrittenRows } from '../../../../../generator/export/models/search-shards.ts';
import type { ExportedFile } from '../../../../../generator/export/places/export-pages.ts';
import { canonicalJson } from '../../../../../src/basics/canonical-json.ts';
import { SearchIndex } from '../../../../../src/search/index/search-index.ts';
import { SHARDS } from '../../../../../src/search/shards/shard-format.ts';
import { ShardSearch } from '../../../../../src/search/shards/shard-search.ts';
import { SearchIndexBuilder } from '../../../../../src/search/writer/builder.ts';
import { bytesOf } from '../../../../../src/search/writer/written-index.ts';
import type { ModelRow } from '../../../../../src/shapes/models.ts';
import { searchRows } from '../../../../bench/search-rows.ts';

const encoder = new TextEncoder();
const first = [...searchRows(5000)];

function indexOf(rows: readonly ModelRow[]): SearchIndex {
  const builder = new SearchIndexBuilder();
  for (const row of rows) builder.add(encoder.encode(canonicalJson(row)));
  const { figures, segment } = bytesOf(builder.finish());
  return new SearchIndex({ figures: figures!.buffer as ArrayBuffer, segments: [segment!.buffer as ArrayBuffer] });
}

interface Day {
  files: Map<string, Buffer>;
  written: WrittenRows;
}

async function dayOf(rows: readonly ModelRow[], made: string, before?: WrittenRows): Promise<Day> {
  const index = indexOf(rows);
  const texts = new Map(rows.map((row) => [row.id, encoder.encode(canonicalJson(row))]));
  const search = {
    search: index.search.bind(index),
    rows: (slots: ArrayLike<number>) => Array.from(slots, (slot) => texts.get(index.idAt(slot))!),
  };
  const shown = new Map(first.map(({ id, downloads, likes }) => [id, { downloads, likes } as never]));
  const shards = new SearchShards(search, made, { before, figuresOf: (id) => shown.get(id) });
  const files = new Map<string, Buffer>();
  for await (const { path, bytes } of shards.files() as AsyncIterable<ExportedFile>)
    files.set(path, Buffer.from(bytes));
  return { files, written: JSON.parse(JSON.stringify(shards.written)) as WrittenRows };
}

const changed = (one: Day, other: Day) =>
  [...other.files].filter(([path, bytes]) => !one.files.get(path)?.equals(bytes)).map(([path]) => path);

/** Everything that a search of the files finds. */
async function found({ files }: Day, query: object): Promise<{ ids: string[]; total: number | undefined }> {
  const search = new ShardSearch(async (path) => files.get(`${SHARDS}/${path}`)!);
  const ids: string[] = [];
  let total: number | undefined;
  for (let skip = 0, isMore = true; isMore; skip += 200) {
    const page = await search.search({ sort: 'trendingScore', limit: 200, skip, ...query });
    total ??= page.total;
    ids.push(...page.rows.map(({ id }) => id));
    isMore = page.isMore;
  }
  return { ids, total };
}

function expected(rows: readonly ModelRow[], query: object): string[] {
  const index = indexOf(rows);
  const page = index.search({ sort: 'trendingScore', ascending: false, limit: rows.length, ...query });
  return page.kind === 'page' ? page.rows.map((row) => index.idAt(row)) : [];
}

/** The day after: every figure a little higher, some models changed, gone and new. */
function dayAfter(rows: readonly ModelRow[], day: number): ModelRow[] {
  const moved = rows.map(
    ({ downloads = 0, likes = 0, trendingScore, ...row }) =>
      ({
        ...row,
        downloads: downloads + 7,
        likes: likes + 1,
        ...(trendingScore !== undefined && { trendingScore: trendingScore + 1 }),
      }) as ModelRow,
  );
  const kept = moved.filter((_, at) => at % 1000 !== day);
  for (let at = day; at < kept.length; at += 500) kept[at] = { ...kept[at]!, tags: ['license:mit', 'fresh'] };
  const others = Array.from({ length: 5 }, (_, at) => ({ ...moved[at]!, id: `newcomer/model-${day}-${at}` }));
  return [...kept, ...others].sort((one, other) => (one.id < other.id ? -1 : 1));
}

const QUERIES = [
  {},
  { search: 'bert' },
  { search: 'newcomer' },
  { tags: ['fresh'] },
  { pipelineTag: 'text-generation' },
];

describe('a day that changes little', async () => {
  const days = [await dayOf(first, 'one')];
  const rows = [first];
  for (const day of [1, 2, 3]) {
    rows.push(dayAfter(rows.at(-1)!, day));
    days.push(await dayOf(rows.at(-1)!, `day ${day}`, days.at(-1)!.written));
  }

  test.each(QUERIES)('finds what there is, in its order: %j', async (query) => {
    for (const [at, day] of days.entries()) {
      const { ids, total } = await found(day, query);
      const wanted = expected(rows[at]!, query);
      expect(ids.toSorted()).toEqual(wanted.toSorted());
      if (total !== undefined) expect(total).toBe(wanted.length);
      // Of few rows, the score is that with which they were written.
      if (wanted.length > 100) expect(ids).toEqual(wanted);
    }
  });

  test('keeps its folder, and most rows and lists as they lie there', () => {
    for (const [at, day] of days.entries()) {
      if (at === 0) continue;
      expect(rowsFolder(day.written)).toBe(rowsFolder(days[0]!.written));
      const blocks = changed(days[at - 1]!, day).filter((path) => path.includes('/rows/'));
      const all = [...day.files.keys()].filter((path) => path.includes('/rows/'));
      // Some ten are changed, five are gone, five are new, and eight share a file.
      expect(blocks.length).toBeLessThan(30);
      expect(all.length).toBeGreaterThan(600);
    }
  });

  test('the same again is the same', async () => {
    const again = await dayOf(rows[3]!, 'day 3', days[2]!.written);
    expect(changed(days[3]!, again)).toEqual([]);
  });
});

test('when many rows are gone, all get new numbers in a folder of their own', async () => {
  const one = await dayOf(first, 'one');
  const half = first.filter((_, at) => at % 2 === 0);
  const two = await dayOf(half, 'two', one.written);
  expect(rowsFolder(two.written)).not.toBe(rowsFolder(one.written));
  expect(two.written.rows).toHaveLength(half.length);
  expect((await found(two, { search: 'bert' })).ids).toEqual(expected(half, { search: 'bert' }));
});

test('a row shows the figures of its page, and a trending score that has not moved far stays', async () => {
  const one = await dayOf(first, 'one');
  const scored = first.find(({ trendingScore }) => trendingScore && trendingScore > 50)!;
  const move = (by: number) =>
    first.map((row) => (row.id === scored.id ? { ...row, trendingScore: row.trendingScore! + by, downloads: 1 } : row));
  const rowOf = async (day: Day) =>
    (await new ShardSearch(async (path) => day.files.get(`${SHARDS}/${path}`)!).search({
      sort: 'downloads',
      limit: 1,
      search: scored.id,
    }))!.rows[0]!;
  expect(await rowOf(await dayOf(move(1), 'two', one.written))).toMatchObject({
    downloads: scored.downloads,
    trendingScore: scored.trendingScore,
  });
  const far = await rowOf(await dayOf(move(scored.trendingScore!), 'two', one.written));
  expect(far.trendingScore).toBe(2 * scored.trendingScore!);
});
