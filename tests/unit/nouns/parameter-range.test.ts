// Tests ranges of parameter counts, in the form that clients of the public hub send.
import { expect, test } from 'vitest';
import { parseParameterRange } from '../../../src/nouns/quantities.ts';

test.each([
  ['min:6B,max:128B', { min: 6e9, max: 128e9 }],
  [' MIN: 300K , max:2T ', { min: 3e5, max: 2e12 }],
  ['max:7M,min:7M', { min: 7e6, max: 7e6 }],
])('%s is read as a range', (text, range) => {
  expect(parseParameterRange(text)).toEqual(range);
});

test.each(['', 'min:6X', 'min:2B,max:1B', 'min:1,min:2'])('%j is not a range', (text) => {
  expect(parseParameterRange(text)).toBeUndefined();
});
