// Sets who may read the files that the hub writes: only its user in HUB_DATA, which holds accounts; everybody in HUB_DIST
// and exports, so that a web server in front can send them. The umask sets this, because it applies to files of SQLite and
// Astro too.
import process from 'node:process';

const PRIVATE = 0o077;
const READABLE = 0o022;

let given: number | undefined;

/**
 * Makes this process write files of mode 0600 and folders of mode 0700 from now on. The entry of each program calls it
 * once.
 */
export function keepFilesPrivate(): void {
  given = process.umask(PRIVATE);
}

/** Does `work`, which writes to HUB_DIST or an export: files get mode 0644 and folders 0755, under any umask. */
export const readably = <T>(work: () => Promise<T>) => withUmask(READABLE, work);

/** Does a part of such work that writes to HUB_DATA. */
export const privately = <T>(work: () => Promise<T>) => withUmask(PRIVATE, work);

/** Does `work`, which writes to a place of the user's choice, with the user's umask. */
export const asGiven = <T>(work: () => Promise<T>) => (given === undefined ? work() : withUmask(given, work));

async function withUmask<T>(umask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(umask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}
