// Tests the counts of redirects in the last hour, by minute and by thread.
import { expect, test } from 'vitest';
import { HourCounts, hourMemory } from '../../../../functions/sources/hour-counts.ts';

const sources = [
  { token: 'a', host: 'a.example' },
  { token: 'b', host: 'b.example' },
];
const MINUTE = 60_000;

test('a redirect no longer counts after an hour', () => {
  let now = Date.parse('2026-11-26T10:00:30.000Z');
  const counts = new HourCounts(sources, { now: () => now });
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
  // The same minute of the next hour uses the same memory again.
  counts.sent('b');
  expect(told()).toEqual([1, 0, 1, 0]);
  now += 1000 * MINUTE;
  expect(told()).toEqual([0, 0, 0, 0]);
});

test('each thread writes to its own part of the memory, and reads the sum of all parts', () => {
  const memory = hourMemory(sources.length, 3);
  const threads = [0, 1, 2].map((thread) => new HourCounts(sources, { memory, thread, now: () => 1e12 }));
  for (const [at, counts] of threads.entries()) for (let times = 0; times <= at; times++) counts.sent('b', 'a');
  for (const counts of threads)
    expect(counts.lastHour().sources).toEqual({
      'a.example': { redirects: 0, failovers: 6 },
      'b.example': { redirects: 6, failovers: 0 },
    });
});
