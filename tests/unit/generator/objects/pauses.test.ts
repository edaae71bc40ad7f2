// Tests the pauses between attempts at a hub that fails: the pauses double, but each is at least as long as the hub
// demands, up to a limit.
import { afterEach, expect, test, vi } from 'vitest';
import { ObjectClient } from '../../../../generator/objects/object-client.ts';

const pauses = vi.hoisted<number[]>(() => []);
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async (milliseconds: number) => void pauses.push(milliseconds),
}));
afterEach(() => {
  vi.unstubAllGlobals();
  pauses.length = 0;
});

test.each([
  [undefined, [500, 1000, 2000, 4000, 8000]],
  ['3', [3000, 3000, 3000, 4000, 8000]],
  ['3600', [30_000, 30_000, 30_000, 30_000, 30_000]],
])('the pauses are right if Retry-After is %s', async (wait, expected) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503, headers: wait ? { 'Retry-After': wait } : {} }));
  const client = new ObjectClient({ base: 'http://hub.example' });
  await expect(client.bytes('/x', 10)).rejects.toThrow('status 503');
  expect(pauses).toEqual(expected);
});
