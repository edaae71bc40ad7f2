// The port over ranges gives what the port over the whole index gives, and fetches that only for what can't be told of a part.
import { expect, test } from 'vitest';
import { searchByRanges } from '../../../../functions/search/search-by-ranges.ts';
import { type RowReader, searchOver } from '../../../../functions/search/search-over-index.ts';
import { RangedIndex } from '../../../../src/search/ranges/ranged-index.ts';
import { openWritten } from '../../../../src/search/writer/written-index.ts';
import { searchRows } from '../../../bench/search-rows.ts';
import { indexFiles, rowJson } from '../../search/reference.ts';

const rows = [...searchRows(3_000)];
const files = indexFiles(rows);
const HEAD = 'the rows:';
const catalog = new TextEncoder().encode(`${HEAD}${rows.map((row) => Buffer.from(rowJson(row))).join(',\n')}`);
const read: RowReader = (start, end, checked) => checked(catalog.slice(start, end));
const whole = searchOver(openWritten(files), HEAD.length, read);

test('every question', async () => {
  let fetched = 0;
  const range = (file: Uint8Array) => (start: number, end: number) => {
    fetched += end - start;
    return Promise.resolve(file.slice(start, end));
  };
  const index = await RangedIndex.open(range(files.figures), () => range(files.segment!));
  const port = searchByRanges(index, HEAD.length, read);
  const query = { sort: 'trendingScore', ascending: false, limit: 20, search: 'bert' } as const;
  const page = await whole.search(query);
  if (page.kind !== 'page') throw new Error('a first page has no cursor');
  expect(await port.search(query)).toEqual(page);
  expect(await port.rows(page.rows)).toEqual(await whole.rows(page.rows));
  const { id, downloads } = rows[1_234]!;
  expect(JSON.parse(Buffer.from((await port.rowOf(id))!).toString())).toMatchObject({ id });
  expect(await port.figuresOf(id)).toMatchObject(downloads === undefined ? {} : { downloads });
  for (const none of [await port.rowOf('no/where'), await port.figuresOf('no/where')]) expect(none).toBeUndefined();
  const all = files.figures.length + files.segment!.length;
  expect(fetched).toBeLessThan(all / 4);
  expect(await port.count(query)).toBe(await whole.count(query));
  expect(await port.facets(query)).toEqual(await whole.facets(query));
  expect(await port.idIgnoringCase(id.toUpperCase())).toBe(id);
  const name = id.slice(id.indexOf('/') + 1);
  expect(await port.idsByName(name)).toEqual(await whole.idsByName(name));
  // Once, and no more.
  expect(fetched).toBeLessThan(all * 1.3);
});

test('what could not be fetched is asked for again', async () => {
  let isAway = false;
  const range = (file: Uint8Array) => async (start: number, end: number) => {
    if (isAway) throw new Error('away');
    return file.slice(start, end);
  };
  const index = await RangedIndex.open(range(files.figures), () => range(files.segment!));
  const port = searchByRanges(index, HEAD.length, read);
  isAway = true;
  const query = { sort: 'likes', ascending: true, limit: 5, search: 'q' } as const;
  await expect(port.search(query)).rejects.toThrow('away');
  await expect(port.count(query)).rejects.toThrow('away');
  isAway = false;
  expect(await port.search(query)).toEqual(await whole.search(query));
  expect(await port.count(query)).toBe(await whole.count(query));
});
