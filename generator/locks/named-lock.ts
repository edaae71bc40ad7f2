// Reads a lock from a file that a person has named.
import { LockFault, parseLock } from '../../src/lock/read-lock.ts';
import type { Lock } from '../../src/shapes/log.ts';
import { readNamedFile } from '../files/named-file.ts';
import { Failure } from '../process/failure.ts';

/** Reads the lock at `path`. Throws a Failure if the file is no lock. */
export function readNamedLock(path: string): Lock {
  try {
    return parseLock(readNamedFile(path));
  } catch (error) {
    throw error instanceof LockFault ? new Failure(`${path} is no lock. ${error.message}`, { cause: error }) : error;
  }
}
