// Reads a lock from a file that a person has named, or from the answer of a hub.
import { LockFault, parseLock } from '../../src/lock/lock.ts';
import type { Lock } from '../../src/shapes/log.ts';
import { readNamedFile } from '../files/local-files.ts';
import { Failure } from '../process/failure.ts';

/** The maximum size in bytes of a lock: one of 250,000 files at three sources has 150 million bytes. */
export const MOST_LOCK = 256 * 2 ** 20;

/** Reads the lock at `path`. Throws a Failure if the file is no lock. */
export const readNamedLock = (path: string): Lock => lockIn(readNamedFile(path), path);

/** Parses a lock. Throws a Failure that names `place`, where the text stood, if it is no lock. */
export function lockIn(text: string, place: string): Lock {
  try {
    return parseLock(text);
  } catch (error) {
    throw error instanceof LockFault ? new Failure(`${place} is no lock. ${error.message}`, { cause: error }) : error;
  }
}
