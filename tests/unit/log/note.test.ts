import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import {
  cosignatureBytes,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  type NoteSignature,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signedBytes,
  verifierKey,
  verifyNote,
} from '../../../src/log/note.ts';
import { bytesOf, ORIGIN, signer } from './memory-log.ts';

/** The key and the note below are the example of the specification of signed notes (C2SP). */
const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

test('the note of the specification is signed by its key', () => {
  const key = parseVerifierKey(KEY)!;
  expect(formatVerifierKey(key)).toBe(KEY);
  const note = parseNote(NOTE)!;
  expect(formatNote(note)).toBe(NOTE);
  expect(verifyNote(note, [key])).toEqual({ verified: [{ key }], wrong: [] });
  expect(verifyNote({ ...note, text: 'This is another message.\n' }, [key])).toEqual({ verified: [], wrong: [key] });
});

test.each([
  ['another id', KEY.replace('530d903a', '530d903b')],
  ['another type', 'example.com/foo+530d903a+Aukyb+5nqECkYWTJBHhkJtXngh3YspoA1hyucq/dTaQ='],
  ['a name with a space', KEY.replace('/foo', '/ foo')],
  ['a short key', 'example.com/foo+530d903a+Aek='],
  ['nothing', ''],
])('the text is not a key: %s', (_, text) => expect(parseVerifierKey(text)).toBeUndefined());

test('a key is refused if it is a point of small order, with which anybody can sign, or no point at all', () => {
  const written = (key: Uint8Array) => formatVerifierKey(verifierKey('example.com/foo', key));
  expect(parseVerifierKey(written(signer('example.com/foo').key.key))).toBeDefined();
  expect(parseVerifierKey(written(ed25519.Point.ZERO.toBytes()))).toBeUndefined();
  expect(parseVerifierKey(written(new Uint8Array(32)))).toBeUndefined();
  expect(parseVerifierKey(written(new Uint8Array(32).fill(2)))).toBeUndefined();
});

test('if a note has two signatures by one key, both must be right', () => {
  const note = parseNote(NOTE)!;
  const key = parseVerifierKey(KEY)!;
  const [right] = note.signatures;
  const wrong = { ...right!, bytes: Uint8Array.from(right!.bytes, (byte, at) => (at === 3 ? byte ^ 1 : byte)) };
  const checked = (...signatures: NoteSignature[]) => verifyNote({ ...note, signatures }, [key]);
  expect(checked(right!, right!)).toEqual({ verified: [{ key }], wrong: [] });
  for (const signatures of [
    [right!, wrong],
    [wrong, right!],
  ])
    expect(checked(...signatures).wrong).toEqual([key]);
});

test.each([
  ['no blank line', 'text\n'],
  ['a control character', NOTE.replace('example message', 'example\tmessage')],
  ['a line that is no signature', `${NOTE}hello\n`],
  ['a last line without an end', NOTE.slice(0, -1)],
  ['a signature in another spelling', NOTE.replace('aQM=', 'aQN=')],
])('the text is not a note: %s', (_, text) => expect(parseNote(text)).toBeUndefined());

test('a cosignature signs the time and the text', () => {
  const { secret, key } = signer('witness.example/w1', 'cosignature');
  const text = formatCheckpoint({ origin: ORIGIN, size: 3, root: new Uint8Array(32) });
  const bytes = cosignatureBytes(1_679_315_147, ed25519.sign(signedBytes(text, 'cosignature', 1_679_315_147), secret));
  const note = parseNote(formatNote({ text, signatures: [{ name: key.name, id: key.id, bytes }] }))!;
  expect(verifyNote(note, [key]).verified).toEqual([{ key, time: 1_679_315_147 }]);
  const later = Uint8Array.from(bytes, (byte, at) => (at === 7 ? byte + 1 : byte));
  expect(verifyNote({ text, signatures: [{ name: key.name, id: key.id, bytes: later }] }, [key]).wrong).toEqual([key]);
  expect(parseVerifierKey(formatVerifierKey(key))).toEqual(key);
});

test('a checkpoint that was written is read back unchanged', () => {
  const checkpoint = {
    origin: ORIGIN,
    size: 20_852_163,
    root: bytesOf('32 bytes of something like a root').slice(0, 32),
  };
  expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
  for (const text of ['', 'a\n01\n', `a\n1\n${'A'.repeat(10)}\n`, `a\n-1\n${'A'.repeat(43)}=\n`])
    expect(parseCheckpoint(text)).toBeUndefined();
});
