// Tests the months of a calendar: their weeks, and which days are links.
import { expect, test } from 'vitest';
import { monthsOf } from '../../../../src/components/archive/months.ts';

const numbers = (weeks: ReturnType<typeof monthsOf>[number]['weeks']) =>
  weeks.map((week) => week.map((day) => day?.number ?? 0));

test('a month begins on its weekday and ends with its last day', () => {
  const [august, february] = monthsOf(['2026-08-23', '2026-08-01', '2024-02-29']);
  expect([august!.title, february!.title]).toEqual(['August 2026', 'February 2024']);
  // 1 August 2026 is a Saturday, 31 August a Monday.
  expect(numbers(august!.weeks)[0]).toEqual([0, 0, 0, 0, 0, 1, 2]);
  expect(numbers(august!.weeks).at(-1)).toEqual([31, 0, 0, 0, 0, 0, 0]);
  expect(numbers(february!.weeks)).toHaveLength(5);
  expect(february!.weeks.flat().filter((day) => day !== undefined)).toHaveLength(29);
});

test('only the given days are links', () => {
  const [month] = monthsOf(['2026-08-23', '2026-08-01']);
  const kept = month!.weeks.flat().filter((day) => day?.isKept);
  expect(kept.map((day) => day!.date)).toEqual(['2026-08-01', '2026-08-23']);
  expect(monthsOf([])).toEqual([]);
});
