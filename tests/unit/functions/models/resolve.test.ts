// Tests the choice of a source among those that have a file.
import { expect, test } from 'vitest';
import { chooseSource } from '../../../../functions/models/resolve.ts';

const holders = [{ source: 'a' }, { source: 'b' }, { source: 'c' }];

test('the first source that is up is chosen, in the given order', () => {
  expect(
    chooseSource(
      holders,
      () => true,
      () => false,
    ),
  ).toEqual({ holder: { source: 'a' }, ok: true });
  expect(
    chooseSource(
      holders,
      ({ source }) => source !== 'a',
      () => false,
    ),
  ).toEqual({ holder: { source: 'b' }, ok: true });
});

test('the first source is chosen if none is up, and the result says that it is not up', () => {
  const none = () => false;
  expect(chooseSource(holders, none, none)).toEqual({ holder: { source: 'a' }, ok: false });
  expect(chooseSource(holders, none, () => true)).toEqual({ holder: { source: 'a' }, ok: false });
});

test('a source that sent wrong bytes comes behind those that are only away', () => {
  const choice = chooseSource(
    holders,
    () => false,
    ({ source }) => source === 'a',
  );
  expect(choice).toEqual({ holder: { source: 'b' }, ok: false });
});
