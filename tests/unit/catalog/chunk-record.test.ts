// Tests that a record of chunks is refused if it could mislead a fetch, because anyone may write one.
import { describe, expect, test } from 'vitest';
import {
  type ChunkRecord,
  chunkCount,
  formatChunkRecord,
  isChunkRecord,
  parseChunkRecord,
} from '../../../src/catalog/chunk-record.ts';
import { SOURCE_FORMAT } from '../../../src/shapes/formats.ts';
import type { ChunkedFile } from '../../../src/shapes/objects.ts';

const chunk = `blake3:${'a'.repeat(64)}`;
const file: ChunkedFile = {
  path: 'a/b.bin',
  size: 25,
  sha256: '0'.repeat(64),
  chunk_size: 10,
  chunks: [chunk, chunk, chunk],
};
const record: ChunkRecord = { format: SOURCE_FORMAT, kind: 'chunks', source: 'objects', model: null, joined: [file] };

const withFile = (change: object) => JSON.stringify({ ...record, joined: [{ ...file, ...change }] });
const withPaths = (...paths: string[]) =>
  JSON.stringify({ ...record, joined: paths.map((path) => ({ ...file, path })) });

test('a written record can be read, and has only one spelling', () => {
  const whole: ChunkRecord = { ...record, model: `blake3:${'b'.repeat(64)}` };
  const text = formatChunkRecord(whole);
  expect(parseChunkRecord(text)).toEqual(whole);
  expect(formatChunkRecord(JSON.parse(text) as ChunkRecord)).toBe(text);
  expect(isChunkRecord(text)).toBe(true);
});

test.each([
  [0, 10, 0],
  [1, 10, 1],
  [11, 10, 2],
])('%i bytes in chunks of %i bytes are %i chunks', (size, chunk_size, count) => {
  expect(chunkCount({ size, chunk_size })).toBe(count);
});

test('an empty file has no chunks', () => {
  expect(parseChunkRecord(withFile({ size: 0, chunks: [] }))).toMatchObject({ joined: [{ size: 0 }] });
});

test.each(['', '{', 'null', '[]', '"x"', '{}', '{"format":"hub.model-hub.source/v1","kind":"http"}'])(
  'a text is not a record of chunks: %s',
  (text) => {
    expect(isChunkRecord(text)).toBe(false);
    expect(parseChunkRecord(text)).toMatch(/is not a hub\.model-hub\.source\/v1 of kind chunks/);
  },
);

describe('refused', () => {
  test.each([
    [{ path: '../up' }, /path that holds the segment "\.\."/],
    [{ path: '/etc/passwd' }, /is absolute/],
    [{ path: 'a\\b' }, /backslash/],
    [{ path: 7 }, /without a path/],
    [{ size: -1 }, /wrong size/],
    [{ chunk_size: 33 * 2 ** 20 }, /wrong chunk size/],
    [{ sha256: 'A'.repeat(64) }, /wrong SHA-256/],
    [{ chunks: [chunk, chunk, chunk, chunk] }, /too many or too few/],
    [{ chunks: [chunk, chunk, 'sha256:x'] }, /no address/],
  ])('%j', (change, fault) => {
    expect(parseChunkRecord(withFile(change))).toMatch(fault);
  });

  test.each([[['a', 'a']], [['a', 'a/b']], [['a/b', 'a']], [['x/y/z', 'b', 'x/y']]])(
    'files that need the same path: %j',
    (paths) => {
      expect(parseChunkRecord(withPaths(...paths))).toMatch(/twice, or as a file and a folder/);
    },
  );

  test('a model that is no address, and files that are no list', () => {
    expect(parseChunkRecord(JSON.stringify({ ...record, model: 'x' }))).toMatch(/model that is no address/);
    expect(parseChunkRecord(JSON.stringify({ ...record, joined: {} }))).toMatch(/no joined files/);
    expect(parseChunkRecord(JSON.stringify({ ...record, joined: [null] }))).toMatch(/no file/);
  });

  test('files beside each other in the same folder are accepted', () => {
    expect(parseChunkRecord(withPaths('a', 'ab', 'b/a', 'b/b'))).toMatchObject({ joined: { length: 4 } });
  });
});
