// Tests ranges of parameter counts, in the form that clients of the public hub send.
import { expect, test } from 'vitest';
import { parseParameterRange } from '../../../src/nouns/quantities.ts';

test.each([
  ['min:6B,max:128B', { min: 6e9, max: 128e9 }],
  ['max:1.5b', { max: 1.5e9 }],
  [' MIN: 300K , max:2T ', { min: 3e5, max: 2e12 }],
  ['min:0', { min: 0 }],
  ['max:7M,min:7M', { min: 7e6, max: 7e6 }],
])('%s is read as a range', (text, range) => {
  expect(parseParameterRange(text)).toEqual(range);
});

test.each(['', '6B', 'min:', 'min:6X', 'min:6B,', 'min:2B,max:1B', 'min:1,min:2', 'max:-1', 'max:1e9', 'from:1'])(
  '%j is not a range',
  (text) => {
    expect(parseParameterRange(text)).toBeUndefined();
  },
);
