// Tests the durations that the command line accepts.
import { expect, test } from 'vitest';
import { parseDuration } from '../../../src/nouns/calendar.ts';

test.each([
  ['90m', 5_400_000],
  ['2d', 172_800_000],
])('%s is read as a duration', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', '0h', '36', '1w', '1h30m'])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});
