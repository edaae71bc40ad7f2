import { expect, test } from 'vitest';
import { parseByteSize } from '../../../src/nouns/quantities.ts';

test.each([
  ['16', 16e9],
  ['16GB', 16e9],
  [' 7.5 gb ', 7.5e9],
  ['7,5', 7.5e9],
  ['800MB', 800e6],
  ['24GiB', 24 * 2 ** 30],
  ['0.001 MB', 1000],
  ['2tb', 2e12],
])('%s is read as a size', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', '0', 'GB', '-4', '1e3', '16 XB', '16 B', '4..2', '0.000', '12345678', '16GB 4'])(
  '“%s” is not a size',
  (text) => {
    expect(parseByteSize(text)).toBeUndefined();
  },
);
