// Makes the signers of checkpoints from the keys in HUB_SIGNING_KEY.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  formatVerifierKey,
  isKeyName,
  makeSignerKey,
  type NoteSignature,
  parseSignerKey,
  parseVerifierKey,
  type VerifierKey,
} from '../../src/log/note.ts';
import { type Config, ConfigError } from '../../src/service/config.ts';
import { Failure, failureAt, UsageFailure } from '../process/failure.ts';

/** A key, and a function that signs checkpoints with it. */
export interface Signer {
  key: VerifierKey;
  /** Returns the bytes that follow the key's id in a signature. */
  sign(text: string): Uint8Array;
}

const VARIABLE = 'HUB_SIGNING_KEY';
/**
 * Makes the signers of a configuration, in the order of the lines of HUB_SIGNING_KEY; none if there is no key. Throws a
 * ConfigError if a line is unusable.
 */
export function readSigners({ signingKeys }: Pick<Config, 'signingKeys'>): Signer[] {
  const signers = keyLines(signingKeys?.reveal() ?? '').map(signerOf);
  const name = signers[0]?.key.name;
  if (signers.some(({ key }) => key.name !== name))
    throw new ConfigError(VARIABLE, 'holds keys of several names: all keys of a log must have its name');
  return signers;
}

function keyLines(value: string): string[] {
  const text = value.startsWith('file:') ? textOf(value.slice('file:'.length)) : value;
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

function textOf(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.trim() !== '') return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      VARIABLE,
      `names ${path}, which can’t be read (${code}): "model-hub key --out ${path}" makes one`,
    );
  }
  throw new ConfigError(VARIABLE, `names ${path}, which is empty: "model-hub key" makes a key`);
}

function signerOf(line: string, at: number): Signer {
  const own = parseSignerKey(line);
  if (own) return { key: own.key, sign: (text) => own.sign(new TextEncoder().encode(text)) };
  const key = parseVerifierKey(line);
  throw new ConfigError(
    VARIABLE,
    key
      ? `holds the verifier key of ${key.name} in line ${at + 1}, which signs nothing: put the key itself there`
      : `holds no key in line ${at + 1}: "model-hub key" makes one that can stand there`,
  );
}

/** Returns the signatures under `text`. */
export const signaturesOf = (text: string, signers: readonly Signer[]): NoteSignature[] =>
  signers.map(({ key, sign }) => ({ name: key.name, id: key.id, bytes: sign(text) }));

interface MadeKey {
  name: string;
  /** The path of the file with the secret key. */
  file: string;
  /** The public key, by which others check signatures. */
  verifier: string;
}

/** Makes a key called `name` and writes it to a new file. Throws a Failure if the file exists or can't be written. */
export function makeKey(name: string, file: string): MadeKey {
  if (!isKeyName(name))
    throw new UsageFailure(
      `${JSON.stringify(name)} can’t name a key: write a name without spaces or plus signs, such as hub.example/log.`,
    );
  const { line, key } = makeSignerKey(name);
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Never overwrites a key, because a lost key can't be made again.
    writeFileSync(file, `${line.reveal()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Failure(`${file} is there already, and no key is written over another: name a new file with --out.`);
    rmSync(file, { force: true });
    throw failureAt(file, error);
  }
  return { name, file, verifier: formatVerifierKey(key) };
}

/** Explains how to use the new key. */
export function usesOf({ file }: MadeKey): string {
  return (
    `${file} has the key. If it is the first key of a log, build with HUB_SIGNING_KEY=file:${file}. If it ` +
    'replaces another key, put its line below that of the old key in the file of HUB_SIGNING_KEY, and build: if the new ' +
    'key signs alone, readers that know only the old key refuse the log.'
  );
}
