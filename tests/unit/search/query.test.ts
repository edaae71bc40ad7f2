import { expect, test } from 'vitest';
import { parseCursor } from '../../../src/search/query.ts';

test('another spelling of a cursor is refused', () => {
  const base64 = (plain: string) => btoa(plain).replaceAll('=', '');
  expect(parseCursor(base64(':7:3.5 o/n'))).toEqual({ id: 'o/n', value: 7, downloads: 3.5 });
  expect(parseCursor(base64('2:-1e+21: o/n'))).toEqual({ id: 'o/n', value: -1e21, downloads: undefined, tier: 2 });
  for (const plain of [
    ':07:3 o/n',
    ':7:3  o/n',
    ':7:3 o',
    ':7:3 o/',
    ':7.0:3 o/n',
    ':7 o/n',
    '12:7:3 o/n',
    ':-:3 o/n',
    ':7:3 o/n ',
    ' :7:3 o/n',
    ':7:3 o/\u00e9',
  ]) {
    expect(parseCursor(base64(plain)), plain).toBeUndefined();
  }
  expect(parseCursor(`${base64(':7:3 o/n')}==`)).toBeUndefined();
  expect(parseCursor('')).toBeUndefined();
  expect(parseCursor('A'.repeat(5000))).toBeUndefined();
});
