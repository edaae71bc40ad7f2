// Tests reading the header of a safetensors file: its values are counted by data type, or the file is refused with
// one sentence.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headerEnd, readSafetensorsHeader } from '../../../../../generator/import/headers/safetensors-header.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';
import { safetensors, withHeader } from '../../../../fixtures/safetensors.ts';

function read(bytes: Buffer, size = bytes.length): Record<string, number> {
  const folder = folderOfTest();
  const path = join(folder, 'file');
  writeFileSync(path, bytes.subarray(0, headerEnd(bytes, size) ?? bytes.length));
  return readSafetensorsHeader(path, size);
}

test('values are counted by data type, without reading the weights', () => {
  const file = safetensors({ a: ['BF16', 3, 5], b: ['F32', 7], c: ['BF16', 2], e: ['I64', 1, 512] });
  expect(read(file)).toEqual({ BF16: 17, F32: 7, I64: 512 });
});

test.each([
  ['no file', Buffer.alloc(0)],
  ['a header longer than any', withHeader('{}', 64, 25_000_001)],
  ['a header longer than the file', withHeader('{}', 0, 100)],
  ['a length of all ones', Buffer.alloc(100, 0xff)],
])('no header is read from %s', (_, bytes) => expect(headerEnd(bytes, bytes.length)).toBeUndefined());

const tensor = { dtype: 'F32', shape: [2], data_offsets: [0, 8] };
const withTensor = (wrong: object) => JSON.stringify({ a: { ...tensor, ...wrong } });

test.each([
  ['no JSON', '{"a"'],
  ['no tensor', '{"__metadata__":{"format":"pt"}}'],
  ['a malformed tensor', '{"a":7}'],
  ['a dimension below zero', withTensor({ shape: [-1] })],
  ['more values than there can be', withTensor({ shape: [2 ** 31, 2 ** 31] })],
  ['offsets behind the end', withTensor({ data_offsets: [0, 1e9] })],
  ['a data type with markup', withTensor({ dtype: '<img>' })],
  ['a data type that every object has', withTensor({ dtype: '__proto__' })],
  [
    'too many data types',
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`t${at}`, { ...tensor, dtype: `X${at}` }])),
    ),
  ],
])('%s is refused', (_, header) => expect(() => read(withHeader(header))).toThrow(/^its header /));
