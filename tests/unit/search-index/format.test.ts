import { expect, test } from 'vitest';
import { SearchIndex } from '../../../src/search-index/search-index.ts';
import { SearchIndexError } from '../../../src/search-index/search-index-error.ts';
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

test('one changed bit anywhere in header or table is refused', () => {
  const sections = new Uint32Array(file.buffer, 12, 1)[0]!;
  for (let at = 12; at < 32 + sections * 16; at++) expect(problemOf(altered(at)), `byte ${at}`).toBe('damaged');
});
