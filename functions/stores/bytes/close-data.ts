// Takes away the rights of other users to HUB_DATA. An older version, or another umask, may have given them these
// rights.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import type { Config } from '../../../src/service/config.ts';
import { OWN_FOLDER } from '../../../src/table/route.ts';

/**
 * The permission bits of other users. `closeData` takes away all of `OTHERS`; on a folder that leads to a public
 * folder, `PASS` stays.
 */
const OTHERS = 0o077;
const PASS = 0o011;

type Places = Pick<Config, 'data' | 'dist' | 'objects' | 'database'>;

/**
 * Makes files 0600 and folders 0700 in HUB_DATA, and in the folders of objects and database. It skips folders that are
 * closed already, so a second run costs nothing. HUB_DIST and exports below HUB_DATA keep their rights; the folders
 * above them become 0711, so that other users can pass through. Returns one sentence if rights could not be changed,
 * because another user owns the files.
 */
export function closeData({ data, dist, objects, database }: Places): string[] {
  // Windows has another system of file rights.
  if (process.platform === 'win32') return [];
  const refused: string[] = [];
  const close = (path: string, mode: number, others: number) => {
    if ((mode & OTHERS) === others) return;
    try {
      chmodSync(path, (mode & 0o700) | others);
    } catch {
      // The disk is read-only, or the file belongs to another user.
      refused.push(path);
    }
  };
  /** Closes a file. Skips links, because their targets belong to others. */
  const closeFile = (path: string) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) close(path, found.mode, 0);
  };
  /**
   * Closes the content of a folder before the folder itself, so that a later run repeats an interrupted one. Returns
   * true if the folder is public or holds a public folder.
   */
  const closeFolder = (path: string, isTop = false): boolean => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() !== true) return false;
    if (path === resolve(dist) || existsSync(join(path, OWN_FOLDER))) return true;
    if (!isTop && (found.mode & OTHERS) === 0) return false;
    let isPassed = false;
    for (const entry of entriesOf(path)) {
      if (entry.isDirectory()) isPassed = closeFolder(join(path, entry.name)) || isPassed;
      else closeFile(join(path, entry.name));
    }
    close(path, found.mode, isPassed ? PASS : 0);
    return isPassed;
  };
  for (const folder of new Set([resolve(data), resolve(objects)])) closeFolder(folder, true);
  if (database.kind === 'sqlite') for (const ending of ['', '-wal', '-shm']) closeFile(resolve(database.path + ending));
  const [first, ...more] = refused;
  if (first === undefined) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return [
    `Other users of this machine can read ${first}${others}, and the rights can’t be taken away: give it to the user that runs the hub.`,
  ];
}

/**
 * Lets other users pass through HUB_DATA and the folders in it that lead to the public `folder`. Does nothing if
 * `folder` is not below HUB_DATA.
 */
export function letThrough(folder: string, data: string): void {
  const [top, above] = [resolve(data), dirname(resolve(folder))];
  if (process.platform === 'win32' || !isBelow(top, above)) return;
  mkdirSync(above, { recursive: true });
  for (let at = above; isBelow(top, at); at = dirname(at)) {
    const { mode } = lstatSync(at);
    if ((mode & PASS) !== PASS) chmodSync(at, (mode & 0o777) | PASS);
  }
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isBelow(top: string, path: string): boolean {
  return path === top || relative(top, path).split(sep)[0] !== '..';
}
