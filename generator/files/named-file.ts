// Reads text files that a person has named on the command line or in a setting.
import { readFileSync } from 'node:fs';
import { failureAt } from '../process/failure.ts';

/** Reads the file at `path`. Throws a Failure when it can't be read. */
export function readNamedFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failureAt(path, error);
  }
}
