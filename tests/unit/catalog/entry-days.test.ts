/** Tests the days that a catalog has for each model: how an import changes them, and which days are refused. */
import { expect, test } from 'vitest';
import { areDaysBy, daysOfObjects, daysOn, type EntryDays, MOST_DAYS } from '../../../src/catalog/catalog-object.ts';

const dayAt = (at: number) => `2026-01-${String(at).padStart(2, '0')}`;

test('the first day of a model stays, and each new object adds a day', () => {
  const first = daysOn(dayAt(1), undefined, false);
  expect(first).toEqual({ indexed: dayAt(1) });
  expect(daysOn(dayAt(2), first, true)).toEqual(first);
  const changed = daysOn(dayAt(3), first, false);
  expect(changed).toEqual({ indexed: dayAt(1), days: [dayAt(3), dayAt(1)] });
  expect(daysOn(dayAt(4), changed, true)).toEqual(changed);
  expect(daysOfObjects(first)).toEqual([dayAt(1)]);
  expect(daysOfObjects(changed)).toEqual([dayAt(3), dayAt(1)]);
});

test('a model from before days were recorded gets no first day', () => {
  expect(daysOn(dayAt(2), {}, true)).toEqual({});
  expect(daysOn(dayAt(2), {}, false)).toEqual({ days: [dayAt(2)] });
  expect(daysOfObjects({})).toEqual([]);
});

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
