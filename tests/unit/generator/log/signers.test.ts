/** Tests the signers of a log: keys in the environment, and files of keys. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeKey, readSigners, signaturesOf, usesOf } from '../../../../generator/log/signers.ts';
import { formatVerifierKey, verifyNote } from '../../../../src/log/note.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { newSigner } from './log-place.ts';

const folder = folderOfFile();

const TEXT = 'hub.example/log\n1\nzoUuWqr8iUR+t8vlnB4N1QrEDfMrQBNYGZ4F55aJspE=\n';
const signersOf = (HUB_SIGNING_KEY?: string) => readSigners(readConfig({ HUB_SIGNING_KEY }));
const [one, other] = [newSigner(), newSigner()];

test('a new key gets a file that only its owner may read, and replaces no file', () => {
  const file = join(folder, 'new/signing.key');
  const made = makeKey('hub.example/log', file);
  const { name, verifier } = made;
  expect(name).toBe('hub.example/log');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(signersOf(`file:${file}`).map(({ key }) => formatVerifierKey(key))).toEqual([verifier]);
  // The advice depends on whether the key is new or replaces another.
  expect(usesOf(made)).toContain(`If it is the first key of a log, build with HUB_SIGNING_KEY=file:${file}.`);
  expect(usesOf(made)).toContain(
    'If it replaces another key, put its line below that of the old key in the file of HUB_SIG',
  );
  const before = readFileSync(file, 'utf8');
  expect(() => makeKey('hub.example/log', file)).toThrow(
    `${file} is there already, and no key is written over another`,
  );
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(() => makeKey('hub example', join(folder, 'none'))).toThrow('can’t name a key: write a name without spaces');
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('several lines are several keys, which all sign', () => {
  expect(signersOf()).toEqual([]);
  const signers = signersOf(`# old\n${one.line}\r\n\n${other.line}\n`);
  expect(signers.map(({ key }) => key)).toEqual([one.key, other.key]);
  const signatures = signaturesOf(TEXT, signers);
  expect(verifyNote({ text: TEXT, signatures }, [one.key, other.key]).verified).toHaveLength(2);
});

test.each<[string, string, RegExp]>([
  ['a line that is no key', 'hello', /^HUB_SIGNING_KEY holds no key in line 1/],
  [
    'a key that only checks',
    formatVerifierKey(one.key),
    /^HUB_SIGNING_KEY holds the verifier key of hub\.example\/log/,
  ],
  [
    'keys of two names',
    `${one.line}\n${newSigner('b.example/log').line}`,
    /^HUB_SIGNING_KEY holds keys of several names/,
  ],
])('%s is refused, and never printed', (_, value, fault) => {
  expect(() => signersOf(value)).toThrow(fault);
  expect(() => signersOf(value)).not.toThrow('PRIVATE');
});
