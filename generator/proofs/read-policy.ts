// Reads the keys that the person at the command line trusts: verifier keys of a log and of witnesses, given as words or
// in files.
import {
  formatVerifierKey,
  parseVerifierKey,
  type SignatureType,
  type VerifierKey,
  whyNoKey,
} from '../../src/log/note.ts';
import type { LogPolicy } from '../../src/log/proof/check-proof.ts';
import { readNamedFile } from '../files/local-files.ts';
import { UsageFailure } from '../process/failure.ts';

/** The options as a person gave them. */
interface PolicyOptions {
  /** Verifier keys of a log. Each value is a key, or `file:PATH`. */
  key?: string[] | undefined;
  /** Verifier keys of witnesses, in the same form as those of a log. */
  witness?: string[] | undefined;
  quorum?: string | undefined;
}

/**
 * Reads the options. By default, every witness whose key is given must have cosigned. Throws a UsageFailure that names
 * a wrong option.
 */
export function readPolicy({ key = [], witness = [], quorum }: PolicyOptions): LogPolicy {
  const keys = readKeys('--key', key, 'ed25519');
  const witnesses = readKeys('--witness', witness, 'cosignature');
  const wanted = quorum === undefined ? witnesses.length : Number(quorum);
  if (!/^\d+$/.test(quorum ?? '0') || wanted > witnesses.length)
    throw new UsageFailure(
      `--quorum must be a whole number, at most ${witnesses.length}, the number of witnesses named.`,
    );
  return { keys, witnesses, quorum: wanted };
}

function readKeys(option: string, words: readonly string[], type: SignatureType): VerifierKey[] {
  const keys = words.flatMap((word) =>
    word.startsWith('file:') ? keysInFile(option, word.slice('file:'.length), type) : [keyIn(option, word, type)],
  );
  // A witness whose key is given twice counts once.
  return [...new Map(keys.map((key) => [formatVerifierKey(key), key])).values()];
}

function keyIn(option: string, text: string, type: SignatureType): VerifierKey {
  const key = parsed(option, text);
  if (key.type === type) return key;
  throw new UsageFailure(
    type === 'ed25519'
      ? `${option} ${key.name} is the key of a witness, not of a log: give it with --witness.`
      : `${option} ${key.name} is the key of a log, not of a witness: give it with --key.`,
  );
}

function parsed(option: string, text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (key) return key;
  throw new UsageFailure(`${option} ${JSON.stringify(text)} ${whyNoKey(text)}.`);
}

/**
 * Reads the keys of type `type` in a file. Each line is a key, as in a hub's `/log/keys`; keys of the other type are
 * skipped.
 */
function keysInFile(option: string, path: string, type: SignatureType): VerifierKey[] {
  const lines = readNamedFile(path)
    .split('\n')
    .map((line) => line.trim());
  const all = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => parsed(option, line));
  const keys = all.filter((key) => key.type === type);
  if (keys.length > 0) return keys;
  throw new UsageFailure(`${path} holds no key of a ${type === 'ed25519' ? 'log' : 'witness'}.`);
}
