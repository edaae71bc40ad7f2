// Tests spans of time in words, in the largest unit that fits, and the elapsed part of a span.
import { expect, test } from 'vitest';
import { lasted } from '../../../src/components/time-spans.ts';

const at = (time: string) => `2026-01-01T${time}.000Z`;

test.each([
  ['00:00:00', '00:00:59', 'under a minute'],
  ['00:00:00', '00:01:00', '1 minute'],
  ['00:00:00', '01:59:59', '1 hour'],
  ['00:00:00', '23:00:00', '23 hours'],
])('the span from %s to %s is %s', (from, to, words) => {
  expect(lasted(at(from), at(to))).toBe(words);
});
