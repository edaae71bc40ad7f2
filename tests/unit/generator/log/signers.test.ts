/** Tests the signers of a log: keys in the environment, files of keys, and a program that signs with keys elsewhere. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { makeKey, usesOf } from '../../../../generator/log/make-key.ts';
import { readSigners, signaturesOf } from '../../../../generator/log/signers.ts';
import { formatVerifierKey, verifyNote } from '../../../../src/log/note.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { newSigner } from './log-place.ts';

const folder = folderOfFile();

const TEXT = 'hub.example/log\n1\nzoUuWqr8iUR+t8vlnB4N1QrEDfMrQBNYGZ4F55aJspE=\n';
const signersOf = (HUB_SIGNING_KEY?: string, HUB_SIGNING_COMMAND?: string) =>
  readSigners(readConfig({ HUB_SIGNING_KEY, HUB_SIGNING_COMMAND }));
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
  ['a key with another id', one.line.replace(one.key.id, '00000000'), /^HUB_SIGNING_KEY holds no key in line 1/],
  ['a file that is not there', `file:${folder}/none`, /^HUB_SIGNING_KEY names .*none, which can’t be read \(ENOENT\)/],
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
  ['a control character', `${one.line}\u0007`, /^HUB_SIGNING_KEY holds a control character/],
])('%s is refused, and never printed', (_, value, fault) => {
  expect(() => signersOf(value)).toThrow(fault);
  expect(() => signersOf(value)).not.toThrow('PRIVATE');
});

/** Writes an executable program with this code, as an operator has for a signing device. */
function program(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${code}`);
  chmodSync(path, 0o755);
  return path;
}

const KEYS = { [formatVerifierKey(one.key)]: one.line, [formatVerifierKey(other.key)]: other.line };
const SIGNS = `
const crypto = require('node:crypto');
const text = require('node:fs').readFileSync(0);
const line = ${JSON.stringify(KEYS)}[process.env.HUB_SIGNED_KEY];
const seed = Buffer.from(line.split('+').slice(4).join('+'), 'base64').subarray(1);
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
const key = crypto.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
console.log(crypto.sign(null, text, key).toString('base64'));
`;

test('a program signs for keys that this machine lacks, and gets the name of the key', () => {
  const command = program('signs.cjs', SIGNS);
  const verifiers = Object.keys(KEYS).join('\n');
  const signers = signersOf(verifiers, `${command} --slot 1`);
  const signatures = signaturesOf(TEXT, signers);
  expect(verifyNote({ text: TEXT, signatures }, [one.key, other.key]).verified).toHaveLength(2);
});

test.each([
  ['fails', 'process.stderr.write("no device\\n"); process.exit(3)', /gave no signature: exit code 3, no device\.$/],
  ['says no base64', 'console.log("hello!")', /gave no base64/],
  ['signs with another key', `console.log(Buffer.alloc(64).toString("base64"))`, /is wrong: another key signed it/],
])('a program that %s is an error', (name, code, fault) => {
  const signers = signersOf(formatVerifierKey(one.key), program(`${name.replaceAll(' ', '-')}.cjs`, code));
  expect(() => signaturesOf(TEXT, signers)).toThrow(fault);
});

test('a program that ignores SIGTERM is killed after its time limit, with all processes that it started', async () => {
  const told = join(folder, 'processes');
  const waits = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
  const code = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waits)}], { stdio: 'inherit' });
    require('node:fs').writeFileSync(${JSON.stringify(told)}, process.pid + ' ' + child.pid);
    ${waits}`;
  const signers = readSigners(
    readConfig({
      HUB_SIGNING_KEY: formatVerifierKey(one.key),
      HUB_SIGNING_COMMAND: program('never-ends.cjs', code),
    }),
    1500,
  );
  expect(() => signaturesOf(TEXT, signers)).toThrow('gave no signature: it took longer than 1.5 seconds.');
  const processes = readFileSync(told, 'utf8').split(' ').map(Number);
  expect(processes).toHaveLength(2);
  await expect.poll(() => processes.filter(isRunning)).toEqual([]);
});

/**
 * True if the process runs; false if it has ended, even if its parent has not read its exit code yet.
 */
function isRunning(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('a program ended by a signal is not reported as too slow', () => {
  const code = 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)';
  const signers = signersOf(formatVerifierKey(one.key), program('is-ended.cjs', code));
  expect(() => signaturesOf(TEXT, signers)).toThrow(/gave no signature: it was ended by SIGKILL\.$/);
});

test('a program needs a key to sign for, and must exist', () => {
  expect(() => signersOf(one.line, '/bin/true')).toThrow(/^HUB_SIGNING_COMMAND needs the verifier key/);
  expect(() => signersOf(undefined, '/bin/true')).toThrow(/^HUB_SIGNING_COMMAND needs the verifier key/);
  const signers = signersOf(formatVerifierKey(one.key), join(folder, 'gone'));
  expect(() => signaturesOf(TEXT, signers)).toThrow(/gave no signature: ENOENT\.$/);
});
