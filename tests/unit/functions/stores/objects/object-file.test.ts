// Tests that the hash of an object is made in pieces, with other work in between.
import { expect, test } from 'vitest';
import { hashBytes } from '../../../../../functions/stores/objects/object-file.ts';

const MIB = 1024 * 1024;

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
  expect(turns).toBeGreaterThan(0);
});
