import { expect, test } from 'vitest';
import { SORTS } from '../../../src/search/format.ts';
import { SearchIndex } from '../../../src/search/search-index.ts';
import { SearchIndexError } from '../../../src/search/search-index-error.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { indexFile } from './reference.ts';

const file = indexFile([...searchRows(100)]);

/** The problem that opening these bytes names. */
function problemOf(bytes: Uint8Array): string {
  try {
    new SearchIndex(new Uint8Array(bytes).buffer);
  } catch (error) {
    if (!(error instanceof SearchIndexError)) throw error;
    expect(error.message).toMatch(/; rebuild with model-hub build\.$/);
    return error.problem;
  }
  return 'none';
}

function altered(at: number): Uint8Array {
  const bytes = new Uint8Array(file);
  bytes[at]! ^= 1;
  return bytes;
}

test('a whole file opens', () => {
  expect(problemOf(file)).toBe('none');
  expect(new SearchIndex(file.buffer).rows).toBe(100);
});

test('other files are refused', () => {
  expect(problemOf(new Uint8Array(0))).toBe('not-an-index');
  expect(problemOf(new TextEncoder().encode('{"format":"something else"}'))).toBe('not-an-index');
  expect(problemOf(altered(0))).toBe('not-an-index');
});

test('another version is refused', () => {
  expect(problemOf(altered(8))).toBe('other-version');
});

test('a file cut short or grown is refused, at any length', () => {
  for (let length = 8; length < file.length; length += 97) expect(problemOf(file.subarray(0, length))).toBe('damaged');
  expect(problemOf(file.subarray(0, file.length - 1))).toBe('damaged');
  expect(problemOf(new Uint8Array([...file, 0]))).toBe('damaged');
});

/** The file with every word of its section number `section` set. */
function ruined(section: number): ArrayBuffer {
  const bytes = new Uint8Array(file);
  const [start, length] = new Float64Array(file.buffer, 32 + section * 16, 2);
  bytes.fill(0xff, start, start! + length!);
  return bytes.buffer;
}

const ids = [...searchRows(100)].map(({ id }) => id);

/** Questions of every kind. */
function ask(index: SearchIndex): void {
  for (const sort of SORTS)
    for (const ascending of [true, false]) {
      index.search({ sort, ascending, limit: 20 });
      index.search({ sort, ascending, limit: 20, search: 'a' });
    }
  for (const id of ids) {
    index.count({ search: id.slice(-3) });
    index.count({ search: id.slice(-8) });
    index.search({ sort: 'likes', ascending: false, limit: 20, search: id.slice(-3) });
  }
  for (let term = 0; term < index.terms.size; term++) {
    const [field, value] = [index.terms.fieldOf(term), index.terms.valueOf(term)];
    if (field === 'tag') index.count({ tags: [value] });
    if (field === 'library') index.count({ library: value, search: 'a' });
  }
  index.facets({ search: 'a' });
  for (const row of [0, 50, 99]) index.idAt(row);
  index.rowsByName('bert');
}

test.each([
  ['counts of n-grams', 6],
  ['places of n-grams', 7],
  ['counts of terms', 13],
  ['places of terms', 14],
  ['starts of ids', 2],
  ['fields of terms', 12],
])('damaged %s end a question in words, and none goes on without end', (_, section) => {
  expect(() => ask(new SearchIndex(ruined(section)))).toThrow(SearchIndexError);
});

test('no damaged section lets a question go on without end', () => {
  const sections = new Uint32Array(file.buffer, 12, 1)[0]!;
  let ended = 0;
  for (let section = 0; section < sections; section++)
    try {
      ask(new SearchIndex(ruined(section)));
    } catch (error) {
      // What can't be put in words is a fault of that one question.
      expect(error).toBeInstanceOf(Error);
    } finally {
      ended++;
    }
  expect(ended).toBe(sections);
});

test('one changed bit anywhere in header or table is refused', () => {
  const sections = new Uint32Array(file.buffer, 12, 1)[0]!;
  for (let at = 12; at < 32 + sections * 16; at++) expect(problemOf(altered(at)), `byte ${at}`).toBe('damaged');
});
