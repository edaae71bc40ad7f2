import { expect, test } from 'vitest';
import { formatCursor, parseCursor } from '../../../src/search/cursor.ts';

test('a cursor can be read back from its text, which needs no escaping in a URL', () => {
  for (const position of [0, 7, 999_999, 4_294_967_295]) {
    for (const id of ['o/n', 'A-very.long_owner/B', 'x/???>>>']) {
      const text = formatCursor({ id, position });
      expect(text).toBe(encodeURIComponent(text));
      expect(parseCursor(text)).toEqual({ id, position });
      const ranked = formatCursor({ id, position, tier: 3 });
      expect(parseCursor(ranked)).toEqual({ id, position, tier: 3 });
    }
  }
});

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
