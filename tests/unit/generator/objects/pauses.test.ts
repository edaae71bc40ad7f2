// Tests that requests to a hub that is busy are repeated, after as long as the hub asks, and no others.
import { expect, onTestFinished, test, vi } from 'vitest';
import { ObjectClient } from '../../../../generator/objects/object-client.ts';
import { servedBy } from '../../../fixtures/loopback-server.ts';

const pauses = vi.hoisted<number[]>(() => []);
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async (milliseconds: number) => void pauses.push(milliseconds),
}));

test.each([
  [503, '3600', Array.from({ length: 5 }, () => 30_000)],
  [429, '20', Array.from({ length: 5 }, () => 20_000)],
  [403, '20', []],
])('a status of %i with Retry-After: %s', async (status, wait, expected) => {
  pauses.length = 0;
  const { base, close } = await servedBy((_, response) => response.writeHead(status, { 'Retry-After': wait }).end());
  onTestFinished(close);
  await expect(new ObjectClient({ base }).bytes('/x', 10)).rejects.toThrow(`status ${status}`);
  expect(pauses).toEqual(expected);
});
