// Tests spans of time in words, in the largest unit that fits, and the elapsed part of a span.
import { expect, test } from 'vitest';
import { lasted, partGone } from '../../../src/components/time-spans.ts';

const at = (time: string) => `2026-01-01T${time}.000Z`;

test.each([
  ['00:00:00', '00:00:59', 'under a minute'],
  ['00:00:00', '00:01:00', '1 minute'],
  ['00:00:00', '01:59:59', '1 hour'],
  ['00:00:00', '23:00:00', '23 hours'],
])('the span from %s to %s is %s', (from, to, words) => {
  expect(lasted(at(from), at(to))).toBe(words);
});

test('the elapsed part is between 0 and 1, and 0 for an empty span', () => {
  expect(partGone(at('00:00:00'), at('02:00:00'), at('00:30:00'))).toBe(0.25);
  expect(partGone(at('01:00:00'), at('02:00:00'), at('00:30:00'))).toBe(0);
  expect(partGone(at('01:00:00'), at('02:00:00'), at('05:00:00'))).toBe(1);
  expect(partGone(at('01:00:00'), at('01:00:00'), at('01:00:00'))).toBe(0);
});
