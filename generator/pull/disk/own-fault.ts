// Distinguishes faults of one path from faults of the whole disk. After a fault of one path, only the file at that path
// fails. A fault of the disk ends the run.
import { Failure, systemSentence } from '../../process/failure.ts';

/** The error for a path where `pull` refuses to write, even if the operating system allows it. */
export class PlaceFailure extends Failure {}

/** Codes of errors that may be a fault of one path: another path on the same disk may work. */
const OF_ONE_PLACE = new Set([
  ...['EACCES', 'EBUSY', 'EEXIST', 'EINVAL', 'EISDIR', 'ELOOP'],
  ...['ENAMETOOLONG', 'ENOTDIR', 'ENOTEMPTY', 'EPERM'],
]);

/** Does `work` at `place`. Returns a sentence about a fault of this path alone, and throws every other error. */
export function ownFault(place: string, work: (place: string) => void): string | undefined {
  try {
    work(place);
    return undefined;
  } catch (error) {
    const said = ownSentence(error, place);
    if (said === undefined) throw error;
    return said;
  }
}

/** Returns a sentence about a fault of this path alone; undefined for every other error. */
export function ownSentence(error: unknown, place: string): string | undefined {
  if (error instanceof PlaceFailure) return error.message;
  return OF_ONE_PLACE.has((error as NodeJS.ErrnoException).code ?? '') ? systemSentence(error, place) : undefined;
}
