import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SearchIndex } from '../../../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../../../src/search/writer/builder.ts';
import { searchRows } from '../../../bench/search-rows.ts';
import { openIndex, rowJson, someRows } from '../reference.ts';

vi.setConfig({ testTimeout: 60_000 });

test('every row is found where it lies in the catalog', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const index = openIndex(rows);
      const catalog = Buffer.from(`rows\n${rows.map((row) => `${Buffer.from(rowJson(row))},\n`).join('')}`);
      for (const [number, row] of rows.entries()) {
        const { start, end } = index.placeInCatalog(number, 5);
        expect(JSON.parse(catalog.subarray(start, end).toString())).toEqual(row);
      }
    }),
  );
});

test('an empty catalog has an index too', () => {
  const index = openIndex([]);
  expect(index.rows).toBe(0);
  expect(index.search({ search: 'a', sort: 'likes', ascending: true, limit: 10 })).toEqual({ kind: 'page', rows: [] });
  expect(index.search({ sort: 'likes', ascending: false, limit: 10 })).toEqual({ kind: 'page', rows: [] });
  expect(index.count({})).toBe(0);
  expect(index.facets({}).facets.library).toEqual([]);
});

test('a tag with a lone surrogate is found by the replacement character', () => {
  const [row] = [...searchRows(1)];
  const json = JSON.stringify({ ...row, tags: ['\ud83e', '\ufffd', 'x'] });
  const builder = new SearchIndexBuilder();
  builder.add(new TextEncoder().encode(json));
  const index = new SearchIndex(builder.finish().buffer);
  expect(index.count({ tags: ['\ufffd'] })).toBe(1);
  const [first, end] = index.finder.terms.startingWith('tag');
  expect(end - first).toBe(2);
});

describe('the builder refuses', () => {
  const row = (id: string) => rowJson({ ...[...searchRows(1)][0]!, id });
  test.each([
    ['o/b', 'o/a'],
    ['o/b', 'o/b'],
    ['o/ab', 'o/a'],
    ['o/a', 'O/a'],
  ])('%s before %s', (first, second) => {
    const builder = new SearchIndexBuilder();
    builder.add(row(first));
    expect(() => builder.add(row(second))).toThrow(RangeError);
  });

  test('an id with characters beyond ASCII', () => {
    expect(() => new SearchIndexBuilder().add(row('o/é'))).toThrow(/not ASCII/);
  });

  test('text that is no JSON', () => {
    expect(() => new SearchIndexBuilder().add(new TextEncoder().encode('{"id":'))).toThrow(SyntaxError);
  });
});
