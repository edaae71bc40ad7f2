// Tells a fault of one place on the disk, which ends a single file, from one of the disk, which ends the run.
import { systemSentence } from '../../process/failure.ts';

/** Codes that another place of the same disk need not give. */
const OF_ONE_PLACE = new Set([
  ...['EACCES', 'EBUSY', 'EEXIST', 'EINVAL', 'EISDIR', 'ELOOP'],
  ...['ENAMETOOLONG', 'ENOTDIR', 'ENOTEMPTY', 'EPERM'],
]);

/** Does `work` at `place`; gives the sentence of a fault that is the place's own. Throws other errors. */
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

/** Gives the sentence of an error that is one place's own; undefined for others. */
export function ownSentence(error: unknown, place: string): string | undefined {
  return OF_ONE_PLACE.has((error as NodeJS.ErrnoException).code ?? '') ? systemSentence(error, place) : undefined;
}
