// Whom the person at the command line trusts: verifier keys of a log and of witnesses, as words or in files.
import { readFileSync } from 'node:fs';
import type { LogPolicy } from '../../src/log/check-proof.ts';
import { parseVerifierKey, type SignatureType, type VerifierKey } from '../../src/log/note.ts';
import { Failure, systemSentence, UsageFailure } from '../process/failure.ts';
import type { PolicyOptions } from './policy-options.ts';

/** Reads the options; throws a Failure that says which one is wrong. Without a quorum every witness named has to have cosigned. */
export function readPolicy({ key = [], witness = [], quorum }: PolicyOptions): LogPolicy {
  const keys = readKeys('--key', key, 'ed25519');
  const witnesses = readKeys('--witness', witness, 'cosignature');
  const wanted = quorum === undefined ? witnesses.length : Number(quorum);
  if (!/^\d+$/.test(quorum ?? '0') || wanted > witnesses.length)
    throw new UsageFailure(
      `--quorum must be a whole number, at most that of the witnesses named: ${witnesses.length}.`,
    );
  return { keys, witnesses, quorum: wanted };
}

function readKeys(option: string, words: readonly string[], type: SignatureType): VerifierKey[] {
  const keys = new Map<string, VerifierKey>();
  for (const word of words)
    for (const text of word.startsWith('file:') ? linesOf(word.slice('file:'.length)) : [word]) {
      const key = parseVerifierKey(text);
      if (!key)
        throw new UsageFailure(`${option} ${JSON.stringify(text)} is no verifier key: name+8 hex digits+base64.`);
      if (key.type !== type)
        throw new UsageFailure(
          type === 'ed25519'
            ? `${option} ${key.name} is the key of a witness, not of a log: give it with --witness.`
            : `${option} ${key.name} is the key of a log, not of a witness: give it with --key.`,
        );
      // The same one twice is one witness.
      keys.set(text, key);
    }
  return [...keys.values()];
}

/** The keys of a file, one a line. */
function linesOf(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(systemSentence(error, path) ?? String(error), { cause: error });
  }
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new Failure(`${path} holds no key.`);
  return keys;
}
