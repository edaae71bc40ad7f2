// Tests hashing a file piece by piece.

import { expect, test } from 'vitest';
import { hashFile } from '../../../src/checking/hash-file.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';

const MEGABYTE = 1024 * 1024;

test.each([0, 9 * MEGABYTE + 1])('the hash of %i bytes is right', async (size) => {
  const bytes = new Uint8Array(size).map((_, at) => at % 251);
  const told: number[] = [];
  const sha256 = await hashFile(new Blob([bytes]), (done) => told.push(done));
  expect(sha256).toBe(sha256Hex(bytes));
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told.at(-1) ?? 0).toBe(size);
});

test('a file that became shorter fails', async () => {
  const file = new Blob([new Uint8Array(100)]);
  const cut = new Blob([new Uint8Array(60)]);
  file.stream = () => cut.stream();
  await expect(hashFile(file, () => {})).rejects.toThrow('it ended after 60 of 100 bytes');
});

test('a browser whose files are no byte streams hashes them as well', async () => {
  const file = new Blob([new Uint8Array(100)]);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  file.stream = () => readable;
  const [sha256] = await Promise.all([
    hashFile(file, () => {}),
    new Blob([new Uint8Array(100)]).stream().pipeTo(writable),
  ]);
  expect(sha256).toBe(sha256Hex(new Uint8Array(100)));
});
