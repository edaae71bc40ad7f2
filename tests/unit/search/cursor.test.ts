import { expect, test } from 'vitest';
import { parseCursor } from '../../../src/search/cursor.ts';

test('another spelling of a cursor is refused', () => {
  const base64 = (plain: string) => btoa(plain).replaceAll('=', '');
  expect(parseCursor(base64('7 o/n'))).toEqual({ id: 'o/n', position: 7 });
  for (const plain of [
    '07 o/n',
    '7  o/n',
    '7 o',
    '7 o/',
    '-7 o/n',
    '7.5 o/n',
    '12345678901 o/n',
    '7 o/n ',
    ' 7 o/n',
    '7 o/\u00e9',
  ]) {
    expect(parseCursor(base64(plain)), plain).toBeUndefined();
  }
  expect(parseCursor(`${base64('7 o/n')}==`)).toBeUndefined();
  expect(parseCursor('')).toBeUndefined();
  expect(parseCursor('A'.repeat(5000))).toBeUndefined();
});
