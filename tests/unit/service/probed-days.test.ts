// Tests the counts of a source's probes by day: how they are added up, joined and dropped.
import { expect, test } from 'vitest';
import {
  DAYS_KEPT,
  daysUpTo,
  firstDayKept,
  fullerDay,
  joinedDays,
  type ProbedDay,
  summedDay,
  withProbedDay,
} from '../../../src/service/probed-days.ts';

test('the probes of a day are added up, and a new day begins at midnight UTC', () => {
  let days: ProbedDay[] = [];
  for (const [ok, at] of [
    [true, '2026-11-20T00:00:00.000Z'],
    [false, '2026-11-20T23:59:59.999Z'],
    [true, '2026-11-21T00:00:00.000Z'],
  ] as const)
    days = withProbedDay(days, ok, at);
  expect(days).toEqual([
    { day: '2026-11-20', good: 1, probes: 2 },
    { day: '2026-11-21', good: 1, probes: 1 },
  ]);
});

test('the last ninety days are kept, including today', () => {
  const dates = daysUpTo('2026-11-26');
  expect([dates.length, dates[0], dates.at(-1)]).toEqual([DAYS_KEPT, firstDayKept('2026-11-26'), '2026-11-26']);
  expect(dates[0]).toBe('2026-08-29');
  const full = dates.map((day) => ({ day, good: 1, probes: 1 }));
  expect(withProbedDay(full, true, '2026-11-27T00:00:00.000Z').map(({ day }) => day)).toEqual(daysUpTo('2026-11-27'));
});

test('two histories are joined by day: their counts are added, or the larger count is kept', () => {
  const one = [{ day: '2026-11-20', good: 1, probes: 2 }];
  const other = [
    { day: '2026-11-19', good: 5, probes: 5 },
    { day: '2026-11-20', good: 3, probes: 3 },
  ];
  expect(joinedDays(one, other, summedDay)).toEqual([other[0], { day: '2026-11-20', good: 4, probes: 5 }]);
  expect(joinedDays(one, other, fullerDay)).toEqual(other);
  expect(joinedDays(other, one, fullerDay)).toEqual(other);
});
