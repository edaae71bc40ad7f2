// Tests that the hash of an object is made in pieces, with other work in between.
import { expect, test, vi } from 'vitest';
import { hashBytes } from '../../../../../functions/stores/objects/object-file.ts';
import { roundsDuring } from '../../../../fixtures/turns.ts';

const MIB = 1024 * 1024;

test('other work is done between the pieces of a large object', async () => {
  // Each look at the clock takes a whole turn, so that the next piece waits for the next round.
  let time = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 5;
    return time;
  });
  const rounds = await roundsDuring(() => hashBytes(new Uint8Array(32 * MIB)));
  clock.mockRestore();
  expect(rounds).toBeGreaterThanOrEqual(30);
});
