// Tests the choice of one source among those that hold a file.
import { expect, test } from 'vitest';
import { chooseSource } from '../../../src/resolve/choose-source.ts';

const holders = [{ source: 'a' }, { source: 'b' }, { source: 'c' }];

test('the first that is ok, in the order given', () => {
  expect(chooseSource(holders, () => true)).toEqual({ holder: { source: 'a' }, ok: true });
  expect(chooseSource(holders, ({ source }) => source !== 'a')).toEqual({ holder: { source: 'b' }, ok: true });
});

test('when none is ok the first, and that it is not', () => {
  expect(chooseSource(holders, () => false)).toEqual({ holder: { source: 'a' }, ok: false });
});
