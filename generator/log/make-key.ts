// Makes a new key that signs the log, in a file that no other user can read.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatVerifierKey, isKeyName, makeSignerKey } from '../../src/log/note.ts';
import { Failure, failureAt, UsageFailure } from '../process/failure.ts';

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
