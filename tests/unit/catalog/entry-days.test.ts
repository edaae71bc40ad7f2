/** Tests the days that a catalog has for each model: how an import changes them, and which days are refused. */
import { expect, test } from 'vitest';
import { areDaysBy, daysOn, type EntryDays, MOST_DAYS } from '../../../src/catalog/catalog-object.ts';

const dayAt = (at: number) => `2026-01-${String(at).padStart(2, '0')}`;

test('the newest days are kept up to a limit, and the first day always', () => {
  let told: EntryDays | undefined;
  for (let at = 1; at <= 28; at++) told = daysOn(dayAt(at), told, false);
  expect(told!.indexed).toBe(dayAt(1));
  expect(told!.days).toEqual(Array.from({ length: MOST_DAYS }, (_, at) => dayAt(28 - at)));
  expect(areDaysBy(dayAt(28), told!)).toBe(true);
});

test.each<[boolean, object]>([
  [true, { indexed: dayAt(9) }],
  [true, { indexed: dayAt(1), days: [dayAt(9), dayAt(1)] }],
  [false, { indexed: dayAt(10) }],
  [false, { days: [dayAt(9), dayAt(9)] }],
  [false, { days: [dayAt(1), dayAt(9)] }],
  [false, { indexed: dayAt(5), days: [dayAt(9), dayAt(1)] }],
  [false, { days: Array.from({ length: MOST_DAYS + 1 }, (_, at) => `2025-01-${31 - at}`) }],
])('areDaysBy is %s for %j in the catalog of the ninth day', (isRight, told) =>
  expect(areDaysBy(dayAt(9), told as EntryDays)).toBe(isRight),
);
