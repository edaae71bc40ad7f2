import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { SearchQuery } from '../../../src/search/query.ts';
import { parseCursor } from '../../../src/search/query.ts';
import type { SearchIndex } from '../../../src/search/search-index.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { expectedRows, openIndex, someQuestion, someRows } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Returns the rows on all pages of a query. */
function walk(index: SearchIndex, query: SearchQuery): number[] {
  const all: number[] = [];
  for (let after = query.after; ; ) {
    const page = index.search({ ...query, ...(after === undefined ? {} : { after }) });
    if (page.kind !== 'page') throw new Error('the cursor was refused');
    all.push(...page.rows);
    if (page.next === undefined) return all;
    // A page is full if another page follows.
    expect(page.rows).toHaveLength(query.limit);
    after = page.next;
  }
}

test('if the last row of a page is missing in a newer index, the next page continues at the same place', () => {
  fc.assert(
    fc.property(someRows, someQuestion, fc.integer({ min: 1, max: 20 }), (rows, question, limit) => {
      const page = openIndex(rows).search({ ...question, limit });
      if (page.kind !== 'page') throw new Error('a first page has no cursor');
      if (page.next === undefined) return;
      const later = rows.filter((_, number) => number !== page.rows.at(-1));
      const rest = walk(openIndex(later), { ...question, limit, after: page.next });
      const expected = expectedRows(rows, question).slice(limit);
      expect(rest.map((row) => later[row]!.id)).toEqual(expected.map((row) => rows[row]!.id));
    }),
  );
});

test('any text that is not a cursor is refused', () => {
  const index = openIndex([...searchRows(50)]);
  const query = { sort: 'likes', ascending: true, limit: 5 } as const;
  const page = index.search(query);
  if (page.kind !== 'page') throw new Error('a first page has no cursor');
  const { next = '' } = page;
  expect(index.search({ ...query, after: next }).kind).toBe('page');
  const cut = fc.nat(next.length - 1).map((length) => next.slice(0, length));
  const grown = fc.string({ minLength: 1 }).map((more) => `${next}${more} `);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), cut, grown), (after) => {
      fc.pre(parseCursor(after) === undefined);
      expect(index.search({ ...query, after })).toEqual({ kind: 'bad-cursor' });
    }),
  );
});
