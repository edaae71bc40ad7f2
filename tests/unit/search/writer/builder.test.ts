import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type IndexBytes, openWritten, SearchIndexBuilder } from '../../../../src/search/writer/builder.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';
import { searchRows } from '../../../bench/search-rows.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { indexFiles, inIdOrder, openIndex, rowJson, someRows } from '../reference.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Makes the index files of `rows`. Rows that are unchanged are copied from the index of `before`. */
function takenFiles(before: ModelRow[], rows: ModelRow[]): { files: IndexBytes; taken: number } {
  const index = openIndex(before);
  const builder = new SearchIndexBuilder();
  let taken = 0;
  for (const row of rows) {
    const old = index.rowOf(row.id);
    if (old >= 0 && JSON.stringify(before[old]) === JSON.stringify(row)) {
      builder.take(index, old);
      taken++;
    } else builder.add(rowJson(row));
  }
  return { files: builder.finish(), taken };
}

describe('copying unchanged rows into a new segment gives the same bytes as a full build', () => {
  for (const numRuns of [20, 60])
    test(`whatever rows were added, removed or changed, ${numRuns} times`, inAll(numRuns > 20), () => {
      fc.assert(
        fc.property(someRows, someRows, fc.infiniteStream(fc.boolean()), (before, others, coin) => {
          const kept = before.filter(() => coin.next().value);
          const rows = inIdOrder([...kept, ...others]);
          expectSame(takenFiles(before, rows).files, indexFiles(rows));
        }),
        { numRuns },
      );
    });

  test('for many rows: when nothing changed, when facts changed, and when a model was added', () => {
    const before = [...searchRows(3_000)];
    const changed = before.map((row, number) =>
      number % 100 === 0 ? { ...row, downloads: number, tags: ['new'] } : row,
    );
    const more = inIdOrder([...changed, { ...before[0]!, id: 'zz/new', modelId: 'zz/new' }]);
    for (const [rows, copies] of [
      [before, 3_000],
      [changed, 2_970],
      [more, 2_970],
    ] as const) {
      const { files, taken } = takenFiles(before, rows);
      expect(taken).toBe(copies);
      expectSame(files, indexFiles(rows));
    }
  });

  test('also from two earlier indexes', () => {
    const rows = [...searchRows(400)];
    const left = openIndex(rows.slice(0, 200));
    const right = openIndex(rows.slice(100));
    const builder = new SearchIndexBuilder();
    for (let row = 0; row < 200; row++) builder.take(left, row);
    for (let row = 100; row < 300; row++) builder.take(right, row);
    expectSame(builder.finish(), indexFiles(rows));
  });
});

function expectSame(files: IndexBytes, fresh: IndexBytes): void {
  expect(Buffer.compare(files.figures, fresh.figures)).toBe(0);
  expect(Buffer.from(files.segment ?? []).equals(fresh.segment ?? Buffer.of())).toBe(true);
}

test('the file of rows has all rows without gaps', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const index = openIndex(rows);
      const file = Buffer.concat(rows.map(rowJson));
      expect(index.rowsFileBytes).toBe(file.length);
      for (const [number, row] of rows.entries()) {
        const { start, end } = index.rowBytes(number);
        expect(JSON.parse(file.subarray(start, end).toString())).toEqual(row);
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
  const index = openWritten(builder.finish());
  expect(index.count({ tags: ['\ufffd'] })).toBe(1);
  const [first, end] = index.segments[0]!.terms.termsOf('tag');
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
