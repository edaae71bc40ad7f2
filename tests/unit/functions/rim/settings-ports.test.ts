// Tests the operator's tokens: the ways in which a caller can send one, and that checking a wrong token takes as long
// as checking the right one.
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { tokenCheck } from '../../../../functions/rim/settings-ports.ts';
import { Secret } from '../../../../src/basics/secret.ts';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

test.each([
  ['Bearer right', true, true],
  ['bearer   right', true, true],
  [basic('anyone:right'), true, false],
  [basic('a:b:right'), false, false],
  [basic('right'), false, false],
  ['Bearer righ', false, false],
  ['Bearer right!', false, false],
  ['Bearer Right', false, false],
  ['Bearer right right', false, false],
  ['Bearer right, Bearer right', false, false],
  ['Bearer', false, false],
  ['right', false, false],
  ['', false, false],
  [undefined, false, false],
])('%j is accepted by the check of both forms: %s, by the check of Bearer alone: %s', (sent, both, bearer) => {
  expect([tokenCheck(new Secret('right'), true)(sent), tokenCheck(new Secret('right'), false)(sent)]).toEqual([
    both,
    bearer,
  ]);
});

test('without a configured token no request is accepted', () => {
  for (const sent of ['Bearer ', 'Bearer undefined', 'Bearer x', basic(':'), undefined])
    expect([tokenCheck(undefined, true)(sent), tokenCheck(undefined, false)(sent)]).toEqual([false, false]);
});

test('the comparison takes constant time, over equal lengths, whatever was sent', () => {
  const compare = vi.spyOn(process.getBuiltinModule('node:crypto'), 'timingSafeEqual');
  const check = tokenCheck(new Secret('right'), false);
  for (const sent of ['r', 'righ', 'right', 'x'.repeat(5000)]) check(`Bearer ${sent}`);
  expect(compare).toHaveBeenCalledTimes(4);
  for (const [one, other] of compare.mock.calls) expect([one.byteLength, other.byteLength]).toEqual([32, 32]);
});
