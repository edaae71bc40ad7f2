// Where the bytes of a connection are cut.
import { expect, test } from 'vitest';
import {
  endOfHead,
  endOfPiece,
  joinedEnd,
  unendedHead,
} from '../../../../../../functions/hosts/node/connections/message-pieces.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const HEAD = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('a head ends behind its empty line, wherever it begins', () => {
  for (let before = 0; before < 6; before++) {
    const text = `${'x'.repeat(before)}${HEAD}GET /next`;
    expect(endOfHead(bytes(text), before)).toBe(before + HEAD.length);
  }
  expect(endOfHead(bytes('GET / HTTP/1.1\r\n'), 0)).toBe(16);
});

test('the end of a head is found wherever it is cut', () => {
  for (let cut = 1; cut < HEAD.length; cut++) {
    const first = HEAD.slice(0, cut);
    const rest = `${HEAD.slice(cut)}GET /next`;
    const soFar = unendedHead(bytes(first));
    expect(joinedEnd(soFar, bytes(rest), 0) ?? endOfHead(bytes(rest), 0)).toBe(HEAD.length - cut);
  }
  expect(unendedHead(bytes(HEAD))).toBe('');
});

test('a head that comes byte by byte is remembered by its last three', () => {
  let soFar = '';
  for (const letter of HEAD.slice(0, -1)) {
    expect(joinedEnd(soFar, bytes(letter), 0)).toBeUndefined();
    soFar = unendedHead(bytes(letter), soFar);
    expect(soFar).not.toBe('');
  }
  expect(joinedEnd(soFar, bytes('\n'), 0)).toBe(1);
  expect(unendedHead(bytes('\n'), soFar)).toBe('');
});

test('a body of known length is one piece, whatever is in it; one in chunks is cut small', () => {
  expect(endOfPiece(bytes('\r\n\r\n'.repeat(9)), 4, 30)).toBe(34);
  expect(endOfPiece(bytes('\r\n\r\n'.repeat(9)), 4, 99)).toBe(36);
  expect(endOfPiece(Buffer.alloc(9000), 100, 'chunked')).toBe(4196);
  expect(endOfPiece(bytes('0\r\n\r\nGET /'), 0, 'chunked')).toBe(5);
});
