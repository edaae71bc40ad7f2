// Tests the counts of redirects in the last hour, by minute.
import { expect, test, vi } from 'vitest';
import { hourCounts } from '../../../../functions/sources/probe-results.ts';

const sources = [
  { token: 'a', host: 'a.example' },
  { token: 'b', host: 'b.example' },
];
const MINUTE = 60_000;

test('a redirect no longer counts after an hour', () => {
  let now = Date.parse('2026-11-26T10:00:30.000Z');
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const counts = hourCounts(sources);
  const told = () => {
    const { a, b } = { a: counts.lastHour().sources['a.example'], b: counts.lastHour().sources['b.example'] };
    return [a!.redirects, a!.failovers, b!.redirects, b!.failovers];
  };
  expect(counts.lastHour()).toEqual({
    minutes: 60,
    sources: { 'a.example': { redirects: 0, failovers: 0 }, 'b.example': { redirects: 0, failovers: 0 } },
  });
  counts.sent('a');
  counts.sent('b', 'a');
  counts.sent('unknown', 'unknown');
  expect(told()).toEqual([1, 1, 1, 0]);
  now += 59 * MINUTE;
  counts.sent('a');
  expect(told()).toEqual([2, 1, 1, 0]);
  now += MINUTE;
  expect(told()).toEqual([1, 0, 0, 0]);
  counts.sent('b');
  expect(told()).toEqual([1, 0, 1, 0]);
  now += 1000 * MINUTE;
  expect(told()).toEqual([0, 0, 0, 0]);
});
