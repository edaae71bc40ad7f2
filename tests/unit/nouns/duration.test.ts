// Tests the durations that the command line accepts.
import { expect, test } from 'vitest';
import { parseDuration } from '../../../src/nouns/calendar.ts';

test.each([
  ['45s', 45_000],
  ['90m', 5_400_000],
  ['36h', 129_600_000],
  ['2d', 172_800_000],
])('%s is read as a duration', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', '0h', '36', 'h', '1.5h', '-1h', '1w', '36h ', '1h30m', '1234567h'])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});
