// What is said when a disk takes no more: which folder it was, in one sentence, whoever wrote there.
import { statfsSync } from 'node:fs';
import { Failure, systemSentence } from '../process/failure.ts';

/** A folder that is written to. */
interface Place {
  /** What configures it, such as HUB_DIST; undefined when the folder's own name says it. */
  name?: string;
  folder: string;
}

/** As the operating system, its C library, SQLite and programs in other languages spell them. */
const SPELLINGS: [code: string, said: RegExp][] = [
  ['ENOSPC', /\bENOSPC\b|no space left on device|database or disk is full/i],
  ['EDQUOT', /\bEDQUOT\b|disk quota exceeded/i],
  ['EROFS', /\bEROFS\b|read-only file system/i],
  ['EIO', /\bEIO\b|input\/output error/i],
];

/**
 * Does `work`, which writes to `places`. When a disk took no more, throws a Failure that names the place, and `advice`
 * in a sentence; every other error as it is.
 */
export async function onDisk<T>(places: readonly Place[], advice: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = diskRefusal(error);
    if (code === undefined) throw error;
    const { name, folder } = fullest(places);
    const place = name === undefined ? folder : `${name} (${folder})`;
    throw new Failure(`${systemSentence({ code }, place)} ${advice}`, { cause: error });
  }
}

/** The code of a disk that took no more, when that is what `error` tells in whatever words. */
export function diskRefusal(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, message } = at as NodeJS.ErrnoException;
    const found = SPELLINGS.find(([spelled, said]) => code === spelled || said.test(message));
    if (found) return found[0];
  }
  return undefined;
}

/** The place with the least room: an error rarely says where it happened. */
function fullest(places: readonly Place[]): Place {
  return places.toSorted((a, b) => roomIn(a) - roomIn(b))[0]!;
}

function roomIn({ folder }: Place): number {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems count no files.
    return files > 0 && ffree === 0 ? 0 : bavail * bsize;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
