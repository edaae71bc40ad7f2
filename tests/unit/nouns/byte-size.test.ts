import { expect, test } from 'vitest';
import { parseByteSize } from '../../../src/nouns/quantities.ts';

test.each([
  ['16', 16e9],
  [' 7.5 gb ', 7.5e9],
  ['7,5', 7.5e9],
  ['24GiB', 24 * 2 ** 30],
  ['0.001 MB', 1000],
])('%s is read as a size', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', '0', '-4', '16 XB', '12345678'])('“%s” is not a size', (text) => {
  expect(parseByteSize(text)).toBeUndefined();
});
