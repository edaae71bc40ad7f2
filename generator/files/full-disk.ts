// Says in one sentence which folder is on a disk that refuses writes, for any code that writes files.
import { accessSync, constants, statfsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { own } from '../../src/basics/records.ts';
import type { Config } from '../../src/service/config.ts';
import { Failure, systemSentence } from '../process/failure.ts';

/** A folder that is written to. */
interface Place {
  /** The variable that sets the folder, such as HUB_DIST; undefined if the folder's own name is clear. */
  name?: string;
  folder: string;
}

/** The folders in which days and their objects are written. */
export const dayPlaces = ({ data, objects }: Pick<Config, 'data' | 'objects'>): Place[] => [
  { name: 'HUB_DATA', folder: data },
  { name: 'HUB_OBJECTS', folder: objects },
];

/**
 * The words in messages for each error code. The operating system, its C library, SQLite and programs in other
 * languages use different words.
 */
const SPELLINGS: [code: string, said: RegExp][] = [
  ['ENOSPC', /\bENOSPC\b|no space left on device|database or disk is full/i],
  ['EDQUOT', /\bEDQUOT\b|disk quota exceeded/i],
  ['EROFS', /\bEROFS\b|read-only file system/i],
  ['EIO', /\bEIO\b|input\/output error/i],
];

/** A Failure that names the place that can't be written, and the fix. */
export class WriteFailure extends Failure {}

/** Fixes for faults other than a full disk. */
const FIXES: Record<string, string> = {
  EROFS: 'Mount it for writing, and try again.',
  EIO: 'Look after the disk, and try again.',
};

/** Gives the fix for a disk that refused a write with `code`. `advice` is the fix for a full disk. */
export const adviceFor = (code: string, advice: string) => own(FIXES, code) ?? advice;

/**
 * Calls `work`, which writes to `places`. When a disk refuses a write, throws a WriteFailure whose sentence names the
 * place and the fix: `advice` for a full disk. Throws other errors unchanged.
 */
export async function onDisk<T>(places: readonly Place[], advice: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof WriteFailure ? undefined : diskRefusal(error);
    if (code === undefined) throw error;
    const { name, folder } = placeOf(error, places) ?? places.find(isReadOnly) ?? fullest(places);
    const place = name === undefined ? folder : `${name} (${folder})`;
    throw new WriteFailure(`${systemSentence({ code }, place)} ${adviceFor(code, advice)}`, { cause: error });
  }
}

/** Returns the code of `error` if it says, in any of the spellings, that a disk refuses writes; undefined otherwise. */
export function diskRefusal(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, message } = at as NodeJS.ErrnoException;
    const found = SPELLINGS.find(([spelled, said]) => code === spelled || said.test(message));
    if (found) return found[0];
  }
  return undefined;
}

/** Finds the innermost of `places` that has the file in `error`; undefined if `error` names no file there. */
function placeOf(error: unknown, places: readonly Place[]): Place | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { path } = at as NodeJS.ErrnoException;
    if (typeof path !== 'string') continue;
    const held = places.filter(({ folder }) => isBelow(resolve(folder), resolve(path)));
    return held.toSorted((one, other) => resolve(other.folder).length - resolve(one.folder).length)[0];
  }
  return undefined;
}

/** True if `path` is `folder` or lies below it. Both are absolute. */
export function isBelow(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return !isAbsolute(rest) && rest.split(/[/\\]/)[0] !== '..';
}

const isReadOnly = ({ folder }: Place) => refusalAt(folder) === 'EROFS';

/** Gives the error code that tells why a folder is not writable; undefined if it is writable. */
export function refusalAt(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** The number of bytes that downloads must leave free, because the hub's own writes need them. */
const KEPT_FREE = 512 * 1024 * 1024;

/** The number of bytes between two checks of a disk's free space. */
const LOOK_EVERY = 2 ** 20;

/** Watches the disk that holds `folder` before and during a download. */
export class RoomWatch {
  readonly #folder: string;
  #unseen = LOOK_EVERY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws a WriteFailure if the disk has no room for this many more bytes. */
  take(bytes: number): void {
    this.#unseen += bytes;
    if (this.#unseen < LOOK_EVERY) return;
    this.#unseen = 0;
    if (roomIn({ folder: this.#folder }) - bytes >= KEPT_FREE) return;
    throw new WriteFailure(
      `${this.#folder}: fewer than ${KEPT_FREE} bytes are free on that disk, so no more is taken. Make room.`,
    );
  }
}

/** Finds the place whose disk has the least room, for errors that name no place. */
function fullest(places: readonly Place[]): Place {
  return places.toSorted((a, b) => roomIn(a) - roomIn(b))[0]!;
}

function roomIn({ folder }: Place): number {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // A disk without free inodes is full. Some file systems do not count files, and give 0 for both numbers.
    return files > 0 && ffree === 0 ? 0 : bavail * bsize;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
