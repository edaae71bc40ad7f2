// Tests the search of an export over several days: its results are right, and a day with few changes writes few
// bytes.
import { describe, expect, test } from 'vitest';
import {
  ExportedSearch,
  searchFolders,
  type WrittenSearch,
} from '../../../../../generator/export/models/search-files.ts';
import type { ExportedFile } from '../../../../../generator/export/places/export-pages.ts';
import { SEARCH_FOLDER } from '../../../../../src/search/remote/export-files.ts';
import { ExportSearch } from '../../../../../src/search/remote/export-search.ts';
import { writeLists } from '../../../../../src/search/remote/lists-writer.ts';
import type { SearchQuery } from '../../../../../src/search/search.ts';
import type { ModelRow } from '../../../../../src/shapes/models.ts';
import { searchRows } from '../../../../bench/search-rows.ts';
import { indexed } from '../../../search/readers.ts';
import { expectedRows, rowJson } from '../../../search/reference.ts';

const first = [...searchRows(2500)];

interface Day {
  files: Map<string, Buffer>;
  written: WrittenSearch;
}

/** Makes the search files of the last of `days`, and returns them. Each day continues the files of the day before. */
async function dayOf(days: readonly (readonly ModelRow[])[], made: string, before?: WrittenSearch): Promise<Day> {
  const { index, figures, rows } = indexed(...days);
  const texts = new Map(rows.map((row) => [row.id, rowJson(row)]));
  const readRows = { rows: (slots: ArrayLike<number>) => Array.from(slots, (slot) => texts.get(index.idAt(slot))!) };
  const shown = new Map(first.map(({ id, downloads, likes }) => [id, { downloads, likes } as never]));
  const from = { index, figures, lists: index.segments.map(writeLists) };
  const search = new ExportedSearch(from, readRows, { made, before, figuresOf: (id) => shown.get(id) });
  const files = new Map<string, Buffer>();
  for await (const { path, bytes } of search.files() as AsyncIterable<ExportedFile>)
    files.set(path, Buffer.from(bytes));
  return { files, written: JSON.parse(JSON.stringify(search.written)) as WrittenSearch };
}

const searchOf = ({ files }: Day) =>
  ExportSearch.open(async (path) => files.get(`${SEARCH_FOLDER}/${path.replace(/\?.*/, '')}`)!);

const changed = (one: Day, other: Day) =>
  [...other.files].filter(([path, bytes]) => !one.files.get(path)?.equals(bytes)).map(([path]) => path);

type Question = Partial<SearchQuery>;
const inOrder = { sort: 'trendingScore', ascending: false } as const;

/** Returns the ids of all results of a search in the files, and their total. */
async function found(day: Day, query: Question): Promise<{ ids: string[]; total: number | undefined }> {
  const search = await searchOf(day);
  const ids: string[] = [];
  for (let skip = 0, isMore = true; isMore; skip += 200) {
    const page = await search.search({ ...inOrder, limit: 200, skip, ...query });
    ids.push(...page.rows.map(({ id }) => id));
    isMore = page.isMore;
  }
  return { ids, total: await search.count(query) };
}

const expected = (rows: ModelRow[], query: Question) =>
  expectedRows(rows, { ...inOrder, ...query }).map((row) => rows[row]!.id);

/** Makes the next day: every figure is a little higher, and some models are changed, gone or new. */
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

describe('a day with few changes', async () => {
  const days = [await dayOf([first], 'one')];
  const rows = [first];
  for (const day of [1, 2, 3]) {
    rows.push(dayAfter(rows.at(-1)!, day));
    days.push(await dayOf(rows, `day ${day}`, days.at(-1)!.written));
  }

  test.each(QUERIES)('finds all models in the right order: %j', async (query) => {
    for (const [at, day] of days.entries()) {
      const { ids, total } = await found(day, query);
      const wanted = expected(rows[at]!, query);
      expect(ids.toSorted()).toEqual(wanted.toSorted());
      if (total !== undefined) expect(total).toBe(wanted.length);
      // A short result is sorted by the scores in its rows, of which a few are old. So the order is compared only for
      // long results.
      if (wanted.length > 500) expect(ids).toEqual(wanted);
    }
  });

  test('keeps most folders, lists and rows of the index unchanged', () => {
    for (const [at, day] of days.entries()) {
      if (at === 0) continue;
      const before = days[at - 1]!;
      const [, ...kept] = searchFolders(before.written);
      expect(searchFolders(day.written)).toEqual(expect.arrayContaining(kept));
      const files = changed(before, day).filter((path) => kept.some((folder) => path.startsWith(`${folder}/`)));
      expect(files.filter((path) => path.includes('/lists/'))).toEqual([]);
      // About five rows have changed and three are gone, and each file has eight rows.
      expect(files.length).toBeLessThan(20);
      expect([...day.files.keys()].filter((path) => path.includes('/rows/')).length).toBeGreaterThan(300);
    }
  });

  test('the same day again gives the same files', async () => {
    const again = await dayOf(rows, 'day 3', days[2]!.written);
    expect(changed(days[3]!, again)).toEqual([]);
  });
});

test('a row has the figures of its page, and a trending score that changed little stays', async () => {
  const one = await dayOf([first], 'one');
  const scored = first.find(({ trendingScore }) => trendingScore && trendingScore > 50)!;
  const move = (by: number) =>
    first.map((row) => (row.id === scored.id ? { ...row, trendingScore: row.trendingScore! + by, downloads: 1 } : row));
  const rowOf = async (day: Day) =>
    (await (await searchOf(day)).search({ ...inOrder, sort: 'downloads', limit: 1, search: scored.id })).rows[0]!;
  expect(await rowOf(await dayOf([first, move(1)], 'two', one.written))).toMatchObject({
    downloads: scored.downloads,
    trendingScore: scored.trendingScore,
  });
  const far = await rowOf(await dayOf([first, move(scored.trendingScore!)], 'two', one.written));
  expect(far.trendingScore).toBe(2 * scored.trendingScore!);
});

test('an unknown fact is kept in a row, and a fact that no list shows is left out', async () => {
  const rows = first
    .slice(0, 20)
    .map((row) => ({ ...row, sha: '1'.repeat(40), paper: 'arXiv:1706.03762' }) as ModelRow);
  const page = await (await searchOf(await dayOf([rows], 'one'))).search({ ...inOrder, limit: 1 });
  expect(page.rows[0]).toMatchObject({ paper: 'arXiv:1706.03762' });
  expect(page.rows[0]).not.toHaveProperty('sha');
});

test('files of another format are refused by the format’s name', async () => {
  const other = async () => new TextEncoder().encode('{"format":"hub.model-hub.export-search/v9"}');
  await expect(ExportSearch.open(other)).rejects.toThrow('export-search/v9');
});
