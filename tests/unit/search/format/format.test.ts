// Tests that damaged or foreign files of the search index are refused with a sentence.
import { describe, expect, test } from 'vitest';
import { SearchIndexError, SORTS } from '../../../../src/search/format/format.ts';
import { SearchIndex } from '../../../../src/search/search-index.ts';
import { searchRows } from '../../../bench/search-rows.ts';
import { indexFiles } from '../reference.ts';

const files = indexFiles([...searchRows(100)]);
/** The two kinds of files. Each test damages only one of them. */
const KINDS = [
  ['figures', files.figures, (figures: ArrayBuffer) => new SearchIndex({ figures, segments: [files.segment!.buffer] })],
  [
    'segment',
    files.segment!,
    (segment: ArrayBuffer) => new SearchIndex({ figures: files.figures.buffer, segments: [segment] }),
  ],
] as const;
type Open = (bytes: ArrayBuffer) => SearchIndex;

/** Returns the kind of fault with which opening these bytes fails, or `none`. */
function problemOf(open: Open, bytes: Uint8Array): string {
  try {
    open(new Uint8Array(bytes).buffer);
  } catch (error) {
    if (!(error instanceof SearchIndexError)) throw error;
    expect(error.message).toMatch(/; rebuild with model-hub build\.$/);
    return error.problem;
  }
  return 'none';
}

function altered(file: Uint8Array, at: number): Uint8Array {
  const bytes = new Uint8Array(file);
  bytes[at]! ^= 1;
  return bytes;
}

describe.each(KINDS)('%s', (_, file, open) => {
  test('a whole file opens', () => {
    expect(problemOf(open, file)).toBe('none');
    expect(open(file.buffer).rows).toBe(100);
  });

  test('files of another kind are refused', () => {
    expect(problemOf(open, new Uint8Array(0))).toBe('not-an-index');
    expect(problemOf(open, new TextEncoder().encode('{"format":"something else"}'))).toBe('not-an-index');
    expect(problemOf(open, altered(file, 0))).toBe('not-an-index');
    expect(problemOf(open, file === files.figures ? files.segment! : files.figures)).toBe('not-an-index');
  });

  test('another version is refused', () => {
    expect(problemOf(open, altered(file, 8))).toBe('other-version');
  });

  test('a file that is cut short or extended by any length is refused', () => {
    for (let length = 8; length < file.length; length += 97)
      expect(problemOf(open, file.subarray(0, length))).toBe('damaged');
    expect(problemOf(open, file.subarray(0, file.length - 1))).toBe('damaged');
    expect(problemOf(open, new Uint8Array([...file, 0]))).toBe('damaged');
  });

  test('no damaged section makes a search run without end', () => {
    const sections = new Uint32Array(file.buffer, 12, 1)[0]!;
    let ended = 0;
    for (let section = 0; section < sections; section++)
      try {
        ask(open(ruined(file, section)));
      } catch (error) {
        // A search of a damaged file may fail, but only with an Error.
        expect(error).toBeInstanceOf(Error);
      } finally {
        ended++;
      }
    expect(ended).toBe(sections);
  });

  test('one changed bit anywhere in the header or the table is refused', () => {
    const sections = new Uint32Array(file.buffer, 12, 1)[0]!;
    for (let at = 12; at < 32 + sections * 16; at++)
      expect(problemOf(open, altered(file, at)), `byte ${at}`).toBe('damaged');
  });
});

test('figures and segments that do not belong together are refused', () => {
  const { figures, segment } = files;
  const other = indexFiles([...searchRows(50)]).segment!;
  const problem = (segments: ArrayBuffer[]) =>
    problemOf((bytes) => new SearchIndex({ figures: bytes, segments }), figures);
  expect(problem([])).toBe('damaged');
  expect(problem([other.buffer])).toBe('damaged');
  expect(problem([segment!.buffer, other.buffer])).toBe('damaged');
});

/** Overwrites all bytes of one section of the file. */
function ruined(file: Uint8Array<ArrayBuffer>, section: number): ArrayBuffer {
  const bytes = new Uint8Array(file);
  const [start, length] = new Float64Array(file.buffer, 32 + section * 16, 2);
  bytes.fill(0xff, start, start! + length!);
  return bytes.buffer;
}

const ids = [...searchRows(100)].map(({ id }) => id);

/** Runs searches of every kind. */
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
  for (let term = 0; term < index.segments[0]!.terms.size; term++) {
    const [field, value] = [index.segments[0]!.terms.fieldOf(term), index.segments[0]!.terms.valueOf(term)];
    if (field === 'tag') index.count({ tags: [value] });
    if (field === 'library') index.count({ anyOf: { library: [value] }, search: 'a' });
  }
  index.facets({ search: 'a' });
  for (const row of [0, 50, 99]) index.idAt(row);
  index.rowsByName('bert');
}

test.each([
  ['counts of n-grams', 5],
  ['places of n-grams', 6],
  ['counts of terms', 12],
  ['places of terms', 13],
  ['starts of ids', 2],
  ['fields of terms', 11],
])('a search over damaged %s ends with an error, and none runs without end', (_, section) => {
  expect(() => ask(KINDS[1][2](ruined(files.segment!, section)))).toThrow(SearchIndexError);
});
