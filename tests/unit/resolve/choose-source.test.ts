// Tests the choice of one source among those that hold a file.
import { expect, test } from 'vitest';
import { chooseSource } from '../../../src/resolve/choose-source.ts';

const holders = [{ source: 'a' }, { source: 'b' }, { source: 'c' }];

test('takes the first source that is ok, in the given order', () => {
  expect(chooseSource(holders, () => true)).toEqual({ holder: { source: 'a' }, ok: true });
  expect(chooseSource(holders, ({ source }) => source !== 'a')).toEqual({ holder: { source: 'b' }, ok: true });
});

test('takes the first source if none is ok, and reports that it is not ok', () => {
  expect(chooseSource(holders, () => false)).toEqual({ holder: { source: 'a' }, ok: false });
});
