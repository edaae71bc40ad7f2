import { expect, test } from 'vitest';
import { hashBytes } from '../../../../../functions/stores/objects/object-file.ts';
import { blake3Hex } from '../../../../../generator/process/blake3.ts';

const MIB = 1024 * 1024;

test.each([0, 1, MIB, MIB + 1, 3 * MIB])('the hash of %i bytes in pieces is the hash of the whole', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
  expect(await hashBytes(bytes)).toBe(blake3Hex(bytes));
});

test('other work is done between the pieces of a large object', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await hashBytes(new Uint8Array(32 * MIB));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(30);
});
