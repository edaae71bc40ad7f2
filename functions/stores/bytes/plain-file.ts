// Opens plain files only: it never waits for, follows or reads anything else under a name.
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Opens without waiting: a FIFO would block until somebody writes to it. A system that lacks one of these flags has no
 * such files.
 */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** The error for anything else in the place of a file; the message names it and its kind. */
export class NoPlainFile extends Error {
  constructor(path: string, what: string) {
    super(`${path} is ${what}`);
  }
}

/**
 * Opens the file at `path`, which must not be a link; undefined when there is none. Rejects with a NoPlainFile unless it
 * is a plain file that this user may read, and with the system's error for a failure that may pass.
 */
export async function openPlainFile(path: string): Promise<{ file: FileHandle; stats: BigIntStats } | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, AT_ONCE | NO_LINK);
  } catch (error) {
    return refuseOrNone(path, error as NodeJS.ErrnoException);
  }
  try {
    const stats = await file.stat({ bigint: true });
    refuseOther(path, stats);
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a file of ours at `path` for reading, and follows links. Rejects with a NoPlainFile for anything else. */
export async function openOwnFile(path: string): Promise<FileHandle> {
  const file = await open(path, AT_ONCE);
  try {
    refuseOther(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Does the same synchronously, and gives a descriptor that the caller has to close. Throws a NoPlainFile, or the system's
 * error for a missing file.
 */
export function openOwnFileSync(path: string): number {
  const fd = openSync(path, AT_ONCE);
  try {
    refuseOther(path, fstatSync(fd));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Reads a whole file of ours, of at most `most` bytes. Throws for anything else, and for a larger file. */
export function readOwnFile(path: string, most = Number.POSITIVE_INFINITY): Buffer {
  const fd = openOwnFileSync(path);
  try {
    const { size } = fstatSync(fd);
    if (size > most) throw new Error(`${path} has ${size} bytes, where at most ${most} can be right`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Does `work` with the open file at `path`, and follows links; undefined unless it is a file. With `mustBe` only a missing
 * file gives undefined; anything else throws a NoPlainFile.
 */
export function openFile<T>(path: string, work: (fd: number, stats: Stats) => T, mustBe = false): T | undefined {
  let fd: number;
  try {
    fd = openSync(path, AT_ONCE);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  try {
    const stats = fstatSync(fd);
    if (mustBe) refuseOther(path, stats);
    return stats.isFile() ? work(fd, stats) : undefined;
  } finally {
    closeSync(fd);
  }
}

/** There is no such name, it is too long or below a file, its link is circular, or it is a socket. */
const ABSENT = new Set(['ENOENT', 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'EOPNOTSUPP']);

const WHAT: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'a link'],
  ['EMLINK', 'a link'],
  ['ENXIO', 'a socket'],
  ['EOPNOTSUPP', 'a socket'],
  ['EACCES', 'a file that this user may not read'],
  ['EPERM', 'a file that this user may not read'],
]);

function refuseOrNone(path: string, error: NodeJS.ErrnoException): undefined {
  const { code = '' } = error;
  if (code === 'ENOENT') return undefined;
  if (code === 'ENOTDIR') throw new NoPlainFile(dirname(path), 'no folder');
  const what = WHAT.get(code);
  throw what === undefined ? error : new NoPlainFile(path, what);
}

function refuseOther(path: string, stats: BigIntStats | Stats): void {
  if (stats.isFile()) return;
  throw new NoPlainFile(path, stats.isDirectory() ? 'a folder' : stats.isFIFO() ? 'a FIFO' : 'a device');
}
