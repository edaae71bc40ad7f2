// Makes the signers of checkpoints from the keys in HUB_SIGNING_KEY.
import { readFileSync } from 'node:fs';
import { type NoteSignature, parseSignerKey, parseVerifierKey, type VerifierKey } from '../../src/log/note.ts';
import { type Config, ConfigError } from '../../src/service/config.ts';

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
