/** Tests days of the calendar, and times that are converted to UTC. */
import { expect, test } from 'vitest';
import { dayOf, isDay, isInstant, parseMoment } from '../../../src/nouns/calendar.ts';

test.each(['2024-02-29', '2000-02-29'])('%s is a day', (text) => expect(isDay(text)).toBe(true));

test.each(['2023-02-29', '1900-02-29', '2026-00-10', '2026-1-1', '2026-01-01T00:00:00Z', ''])(
  '%j is not a day',
  (text) => expect(isDay(text)).toBe(false),
);

test.each([
  ['2022-03-02T23:29:04.000Z', '2022-03-02T23:29:04.000Z'],
  ['2022-03-02t23:29:04z', '2022-03-02T23:29:04.000Z'],
  ['2022-03-02 23:29:04.123456+05:30', '2022-03-02T17:59:04.123Z'],
  ['2022-03-02', '2022-03-02T00:00:00.000Z'],
])('%s is the time %s', (text, moment) => expect(parseMoment(text)).toBe(moment));

test.each(['2022-03-02T23:29:04', '2022-02-30T00:00:00Z', '2022-03-02T23:29Z', ''])('%j is not a time', (text) =>
  expect(parseMoment(text)).toBeUndefined(),
);

test('the day of a time is its day in UTC', () => expect(dayOf(Date.UTC(2026, 10, 20, 23, 59))).toBe('2026-11-20'));

test('a time in UTC has only one spelling', () => {
  expect(isInstant('2026-11-27T09:30:00Z')).toBe(true);
  for (const other of ['2026-11-27T09:30:00', '2026-11-31T09:30:00Z', '2026-11-27T24:00:00Z'])
    expect(isInstant(other), other).toBe(false);
});
