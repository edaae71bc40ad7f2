// Tests how often work is repeated, and for how long it pauses.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: async (wait: number, _: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    signal?.throwIfAborted();
    pauses.push(wait);
  },
}));
const { retried } = await import('../../../../functions/client/retry.ts');

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5));
afterEach(() => {
  pauses.length = 0;
  vi.restoreAllMocks();
});

/** Makes work that fails this number of times. */
const failing = (times: number) => {
  let made = 0;
  return async () => {
    made++;
    if (made <= times) throw new Error(`failure ${made}`);
    return made;
  };
};

test('pauses double, last as long as the other side asks, and at most as long as allowed', async () => {
  const asks = [0, 5000, 0, 90_000, 0];
  expect(await retried(failing(5), { most: 6, pause: 100, longest: 60_000, again: () => asks.shift() })).toBe(6);
  expect(pauses).toEqual([100, 5000, 400, 60_000, 1600]);
});

test('the last error is thrown after all attempts, after a lasting failure, and at the end of the signal', async () => {
  const made = (most: number, again: () => number | undefined, signal?: AbortSignal) =>
    retried(failing(9), { most, pause: 1, again, signal });
  await expect(made(3, () => 0)).rejects.toThrow('failure 3');
  await expect(made(3, () => undefined)).rejects.toThrow('failure 1');
  await expect(made(3, () => 0, AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
});
