// Tests that an index which is continued day by day gives the same answers as a new one, and that each day writes
// only a small part.

import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SORTS } from '../../../../src/search/format/format.ts';
import type { SearchQuery } from '../../../../src/search/search.ts';
import type { SearchIndex } from '../../../../src/search/search-index.ts';
import { openWritten } from '../../../../src/search/writer/builder.ts';
import { DayWriter } from '../../../../src/search/writer/day-writer.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';
import { randomNumbers, searchRows } from '../../../bench/search-rows.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { inIdOrder, openIndex, rowJson, someQuestion, someRows } from '../reference.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Day {
  rows: ModelRow[];
  index: SearchIndex;
  /** The size of the new segment in bytes. */
  written: number;
  /** The size of all segments in bytes. */
  all: number;
}

/** Makes the index of a day with `rows`, which continues the index of `before`. */
function nextDay(before: Day | undefined, rows: ModelRow[]): Day {
  const numbers = new Map(before?.rows.map(({ id }, number) => [id, number]));
  const writer = new DayWriter(before?.index);
  for (const [rowNumber, row] of rows.entries()) {
    const number = numbers.get(row.id);
    const json = rowJson(row);
    const old = number === undefined ? undefined : { row: rowJson(before!.rows[number]!), rowNumber: number };
    writer.add({ row: json, rowNumber }, old, {
      same: old !== undefined && Buffer.from(old.row).equals(json),
      moved: undefined,
    });
  }
  const files = writer.finish();
  const index = openWritten(files, writer.kept);
  const all = index.segments.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { rows, index, written: files.segment?.length ?? 0, all };
}

/** Returns the ids on the first pages of a query, its counts and its facets. */
function answers(index: SearchIndex, question: Omit<SearchQuery, 'limit'>, limit: number): unknown {
  const pages: unknown[] = [];
  for (let after: string | undefined; pages.length < 4; ) {
    const page = index.search({ ...question, limit, ...(after === undefined ? {} : { after }) });
    if (page.kind !== 'page') throw new Error('the cursor was refused');
    pages.push([page.rows.map((row) => [index.idAt(row), index.rowBytes(row), index.rowNumberOf(row)]), page.next]);
    after = page.next;
    if (after === undefined) break;
  }
  return { pages, count: index.count(question), facets: index.facets(question) };
}

function expectSameAnswers(index: SearchIndex, rows: ModelRow[], questions: Omit<SearchQuery, 'limit'>[]): void {
  const fresh = openIndex(rows);
  expect(index.rows).toBe(fresh.rows);
  for (const question of questions)
    expect(answers(index, question, 5), JSON.stringify(question)).toEqual(answers(fresh, question, 5));
  for (const { id } of rows) {
    expect(index.figuresOf(id)).toEqual(fresh.figuresOf(id));
    expect(index.idAt(index.rowOfIgnoringCase(id))).toBe(fresh.idAt(fresh.rowOfIgnoringCase(id)));
    const name = id.slice(id.indexOf('/') + 1);
    const named = (one: SearchIndex) => one.rowsByName(name).map((row) => one.idAt(row));
    expect(named(index)).toEqual(named(fresh));
  }
}

for (const runs of [20, 60])
  test(
    `the index is right whatever is added, removed and changed on any number of days, ${runs} times`,
    inAll(runs > 20),
    () => {
      const days = fc.array(fc.tuple(someRows, fc.infiniteStream(fc.nat(9))), { minLength: 1, maxLength: 14 });
      fc.assert(
        fc.property(
          someRows,
          days,
          fc.array(someQuestion, { minLength: 1, maxLength: 6 }),
          (first, others, questions) => {
            let day = nextDay(undefined, first);
            for (const [more, picks] of others) {
              // About eight of ten models stay, one leaves and one changes. A few others are new.
              const stay = day.rows.flatMap((row) => {
                const pick = picks.next().value;
                if (pick === 0) return [];
                return [pick === 1 ? { ...row, downloads: 7, tags: ['b', 'changed'] } : { ...row, likes: pick }];
              });
              day = nextDay(day, inIdOrder([...more.slice(0, 4), ...stay]));
              expect(day.index.segments.length).toBeLessThanOrEqual(9);
            }
            expectSameAnswers(day.index, day.rows, questions);
          },
        ),
        { numRuns: runs },
      );
    },
  );

test('a model that leaves and returns is found once, and a cursor continues after it', () => {
  const rows = [...searchRows(2_000)];
  const first = nextDay(undefined, rows);
  const gone = nextDay(
    first,
    rows.filter((_, number) => number % 50 !== 0),
  );
  const back = nextDay(gone, rows);
  expect(back.index.segments.length).toBe(2);
  const questions = SORTS.flatMap((sort) => [true, false].map((ascending) => ({ sort, ascending })));
  expectSameAnswers(back.index, rows, questions);
});

/** The number of models on the first day, and the number of new models on each later day. */
const [MODELS, COME] = process.env.TEST_ALL ? [20_000, 40] : [6_000, 12];

describe('an index of many models, of which one in a hundred changes on each of many days', () => {
  const random = randomNumbers(3);
  const others = [...searchRows(1.5 * MODELS)];
  let day = nextDay(undefined, inIdOrder(others.slice(0, MODELS)));
  const shares: number[] = [];
  const segments: number[] = [];
  for (let at = 0; at < 12; at++) {
    const rows = day.rows.flatMap((row): ModelRow[] => {
      const moved = { ...row, downloads: Math.floor(random() * 1e6), likes: Math.floor(random() * 100) };
      const pick = random();
      if (pick < 0.002) return [];
      return [pick < 0.008 ? { ...moved, tags: [...(row.tags ?? []), `day:${at}`] } : moved];
    });
    const come = others.slice(MODELS + at * COME, MODELS + (at + 1) * COME);
    day = nextDay(day, inIdOrder([...rows, ...come]));
    shares.push(day.written / day.all);
    segments.push(day.index.segments.length);
  }

  test('writes at most 3 % of its bytes a day, apart from figures, unless segments are merged', () => {
    const usual = shares.filter((_, at) => segments[at]! > (segments[at - 1] ?? 1));
    expect(usual.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...usual), shares.join()).toBeLessThanOrEqual(0.03);
    // The number of segments grows to nine. Then a day merges all but the first into one.
    expect(segments).toContain(9);
    expect(segments).toContain(2);
  });

  test('gives the same answers as a new index', inAll(), () => {
    const questions = ['bert', 'a', 'qw', 'base-', undefined].flatMap((search) =>
      SORTS.map((sort) => ({
        ...(search === undefined ? { tags: ['day:3'] } : { search }),
        sort,
        ascending: sort === 'likes',
      })),
    );
    expectSameAnswers(day.index, day.rows, questions);
  });
});

test('a day on which only figures changed writes no segment, and an unchanged day gives the same bytes', () => {
  const rows = [...searchRows(500)];
  const first = nextDay(undefined, rows);
  const moved = nextDay(
    first,
    rows.map((row) => ({ ...row, downloads: 5, trendingScore: 1 })),
  );
  expect(moved.written).toBe(0);
  expect(moved.index.figuresOf(rows[7]!.id)).toMatchObject({ downloads: 5, trendingScore: 1 });
  const again = nextDay(first, rows);
  expect(again.written).toBe(0);
  const writer = new DayWriter(first.index);
  for (const [rowNumber, row] of rows.entries())
    writer.add({ row: rowJson(row), rowNumber }, { row: rowJson(row), rowNumber }, { same: true, moved: undefined });
  expect(Buffer.from(writer.finish().figures).equals(Buffer.from(openFigures(rows)))).toBe(true);
});

function openFigures(rows: ModelRow[]): Uint8Array {
  const writer = new DayWriter(undefined);
  for (const [rowNumber, row] of rows.entries())
    writer.add({ row: rowJson(row), rowNumber }, undefined, { same: false, moved: undefined });
  return writer.finish().figures;
}
