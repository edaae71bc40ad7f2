// Tests that a number and its noun agree, as in “1 file” and “2 files”.
import { expect, test } from 'vitest';
import { counted } from '../../../src/model/figures.ts';

test.each([
  [0, 'byte', undefined, '0 bytes'],
  [1, 'byte', undefined, '1 byte'],
  [1234, 'file', undefined, '1,234 files'],
  [1, 'leaf', 'leaves', '1 leaf'],
  [2, 'leaf', 'leaves', '2 leaves'],
])('%i %s is written right', (value, noun, plural, text) => expect(counted(value, noun, plural)).toBe(text));
