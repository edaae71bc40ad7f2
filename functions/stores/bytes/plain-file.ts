// Opens plain files only. Anything else at a path is neither followed nor read, and nothing waits for it.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * `AT_ONCE` opens a file without waiting: a FIFO would otherwise block until somebody writes to it. `NO_LINK` refuses a
 * link. Windows has neither flag, so links are followed there.
 */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

const NO_FILE = 'no plain file';

/** Thrown for anything but a file. The message names the path, and what is there. */
export class NoPlainFile extends Error {
  constructor(path: string, what: string) {
    super(`${path} is ${what}`);
  }
}

/**
 * Opens one of the hub's own files for reading, and follows links unless it must be `isPlain`. Returns a descriptor that
 * the caller must close. Throws a NoPlainFile for anything but a file, and the system's error for a missing file.
 */
export function openOwnFileSync(path: string, isPlain = false): number {
  const fd = openSync(path, AT_ONCE | (isPlain ? NO_LINK : 0));
  try {
    refuseOther(path, fstatSync(fd));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Opens a file like `openOwnFileSync`. Returns undefined for anything but a file. If it `mustBe` a file, returns
 * undefined only for a missing one, and throws a NoPlainFile for anything else. If it must be `plain`, a link and a file
 * that this user may not read are something else too.
 */
export function openIfPlain(path: string, strict?: 'mustBe' | 'plain'): number | undefined {
  try {
    return openOwnFileSync(path, strict === 'plain');
  } catch (error) {
    if (error instanceof NoPlainFile && strict) throw error;
    if (strict === 'plain') return refuseOrNone(path, error as NodeJS.ErrnoException);
    if (error instanceof NoPlainFile || ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Reads one of the hub's own files. Throws if it has more than `most` bytes, and for anything but a file. */
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

/** Reads an open file into `bytes` from the offset `start` on, and returns the number of bytes that were read. */
export function readInto(fd: number, bytes: Uint8Array, start: number): number {
  let filled = 0;
  for (let read = 1; read > 0 && filled < bytes.length; filled += read)
    read = readSync(fd, bytes, filled, bytes.length - filled, start + filled);
  return filled;
}

/** Calls `work` with the file at `path`, which it opens as `openIfPlain` does; undefined if there is none. */
export function openFile<T>(
  path: string,
  work: (fd: number, stats: Stats) => T,
  strict?: 'mustBe' | 'plain',
): T | undefined {
  const fd = openIfPlain(path, strict);
  if (fd === undefined) return undefined;
  try {
    return work(fd, fstatSync(fd));
  } finally {
    closeSync(fd);
  }
}

/**
 * The error codes of a name that is no file: it does not exist, is too long, is below a file, or is a circular link or
 * a socket.
 */
const ABSENT = new Set(['ENOENT', 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'EOPNOTSUPP']);

/** The error codes of a file that this user may not read, and of links and sockets. */
const WHAT = new Map([
  ...['EACCES', 'EPERM'].map((code) => [code, 'a file that this user may not read'] as const),
  ...['ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP'].map((code) => [code, NO_FILE] as const),
]);

function refuseOrNone(path: string, error: NodeJS.ErrnoException): undefined {
  const { code = '' } = error;
  const folder = dirname(path);
  const isBroken = code === 'ENOENT' && !existsSync(folder) && lstatSync(folder, { throwIfNoEntry: false });
  if (code === 'ENOENT' && !isBroken) return undefined;
  if (code === 'ENOTDIR' || isBroken) throw new NoPlainFile(folder, 'no folder');
  const what = WHAT.get(code);
  throw what === undefined ? error : new NoPlainFile(path, what);
}

/** Throws a NoPlainFile unless `stats`, of what is at `path`, are those of a file. */
export function refuseOther(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new NoPlainFile(path, NO_FILE);
}
