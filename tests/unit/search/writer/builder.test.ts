import { describe, expect, test, vi } from 'vitest';
import { SearchIndex } from '../../../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../../../src/search/writer/builder.ts';
import { searchRows } from '../../../bench/search-rows.ts';
import { rowJson } from '../reference.ts';

vi.setConfig({ testTimeout: 60_000 });

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
  ])('%s before %s', (first, second) => {
    const builder = new SearchIndexBuilder();
    builder.add(row(first));
    expect(() => builder.add(row(second))).toThrow(RangeError);
  });

  test('an id with characters beyond ASCII', () => {
    expect(() => new SearchIndexBuilder().add(row('o/é'))).toThrow(/not ASCII/);
  });
});
