// Sets who may read the files that the hub writes. In HUB_DATA, which holds accounts, only the hub's user may read
// them. In HUB_DIST and in exports everybody may, so that a web server can send the files. This is done by the umask,
// which also applies to the files of SQLite and Astro.
import process from 'node:process';

const PRIVATE = 0o077;
const READABLE = 0o022;

let given: number | undefined;

/**
 * Makes this process write files of mode 0600 and folders of mode 0700 from now on. Each program calls it once, at its
 * start.
 */
export function keepFilesPrivate(): void {
  given = process.umask(PRIVATE);
}

/**
 * Does `work`, which writes to HUB_DIST or to an export. Files get mode 0644 and folders 0755, whatever the user's
 * umask.
 */
export const readably = <T>(work: () => Promise<T>) => withUmask(READABLE, work);

/** Does `work`, which writes to HUB_DATA. Files get mode 0600 and folders 0700, even within the work of `readably`. */
export const privately = <T>(work: () => Promise<T>) => withUmask(PRIVATE, work);

/** Does `work`, which writes to a folder that the user chose, with the user's umask. */
export const asGiven = <T>(work: () => Promise<T>) => (given === undefined ? work() : withUmask(given, work));

async function withUmask<T>(umask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(umask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}
