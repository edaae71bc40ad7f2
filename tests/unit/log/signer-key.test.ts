import { expect, test } from 'vitest';
import { formatVerifierKey, parseSignerKey, verifyNote } from '../../../src/log/note.ts';
import { bytesOf } from './memory-log.ts';

/** The key below is the example of the Go package golang.org/x/mod/sumdb/note. */
const PETER = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;

test('a key made by another tool is read, and that tool’s verifier accepts its signatures', () => {
  const { key, sign } = parseSignerKey(PETER)!;
  expect(formatVerifierKey(key)).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  const signatures = [{ name: key.name, id: key.id, bytes: sign(bytesOf(NOTE)) }];
  expect(verifyNote({ text: NOTE, signatures }, [key])).toEqual({ verified: [{ key }], wrong: [] });
});

test.each([
  ['another id', PETER.replace('c74f20a3', 'c74f20a4')],
  ['another type', PETER.replace('+AYEK', '+AoEK')],
  ['a verifier key', 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
])('the text is not a key: %s', (_, line) => expect(parseSignerKey(line)).toBeUndefined());
