// Tests bytes as base64 text: the result equals Node's, for lengths near the end of a piece.
import { expect, test } from 'vitest';
import { base64, base64Url, bytesOfBase64, bytesOfHex, hexOfBytes } from '../../../src/basics/bytes.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);

test.each([0, 1, 2, 12_288, 40_000])('%i bytes give the same text as with Node', (length) => {
  const some = bytes(length);
  const node = Buffer.from(some);
  expect(base64(some)).toBe(node.toString('base64'));
  expect(base64Url(some)).toBe(node.toString('base64url'));
  expect(hexOfBytes(some)).toBe(node.toString('hex'));
  expect(bytesOfBase64(node.toString('base64'))).toEqual(some);
  expect(bytesOfHex(node.toString('hex'))).toEqual(some);
});

test('base64 may contain white space; other text gives undefined', () => {
  expect(bytesOfBase64(' AA\nEC ')).toEqual(Uint8Array.from([0, 1, 2]));
  expect(bytesOfBase64('not base64!')).toBeUndefined();
});
