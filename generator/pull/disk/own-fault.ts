// Tells faults of one path apart from faults of the whole disk. A fault of one path fails a single file; a fault of the
// disk ends the run.
import { Failure, systemSentence } from '../../process/failure.ts';

/** A place where nothing is written, whatever the operating system allows. */
export class PlaceFailure extends Failure {}

/** Codes of errors that another path on the same disk may not have. */
const OF_ONE_PLACE = new Set([
  ...['EACCES', 'EBUSY', 'EEXIST', 'EINVAL', 'EISDIR', 'ELOOP'],
  ...['ENAMETOOLONG', 'ENOTDIR', 'ENOTEMPTY', 'EPERM'],
]);

/** Does `work` at `place`. Gives a sentence for a fault of this path alone, and throws other errors. */
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

/** Gives a sentence for a fault of this path alone; undefined for other errors. */
export function ownSentence(error: unknown, place: string): string | undefined {
  if (error instanceof PlaceFailure) return error.message;
  return OF_ONE_PLACE.has((error as NodeJS.ErrnoException).code ?? '') ? systemSentence(error, place) : undefined;
}
