// Tests that foreign and incomplete files of the search index are refused with a sentence.
import { expect, test } from 'vitest';
import { SearchIndexError } from '../../../src/search/columns.ts';
import { SearchIndex } from '../../../src/search/search-index.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { indexFile } from './reference.ts';

const file = indexFile([...searchRows(100)]);

/** Returns the error with which opening these bytes fails. */
function errorOf(bytes: Uint8Array): SearchIndexError {
  try {
    new SearchIndex(new Uint8Array(bytes).buffer);
  } catch (error) {
    expect(error).toBeInstanceOf(SearchIndexError);
    expect((error as SearchIndexError).message).toMatch(/; rebuild with model-hub build\.$/);
    return error as SearchIndexError;
  }
  throw new Error('the index was opened');
}

function altered(at: number): Uint8Array {
  const bytes = new Uint8Array(file);
  bytes[at]! ^= 1;
  return bytes;
}

test.each([
  ['an empty file', new Uint8Array(0)],
  ['a file of another kind', new TextEncoder().encode('{"format":"something else"}')],
  ['other magic bytes', altered(0)],
])('%s is no index', (_, bytes) => {
  expect(errorOf(bytes)).toMatchObject({ isOther: false, message: expect.stringContaining('not a search index') });
});

test('a file of another version is refused as such', () => {
  expect(errorOf(altered(8)).isOther).toBe(true);
});

test('a file that is cut short or extended by any length is refused', () => {
  for (let length = 8; length < file.length; length += 97)
    expect(errorOf(file.subarray(0, length)).isOther, String(length)).toBe(false);
  expect(errorOf(file.subarray(0, file.length - 1)).isOther).toBe(false);
  expect(errorOf(new Uint8Array([...file, 0])).isOther).toBe(false);
});
