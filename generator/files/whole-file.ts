// Writes files under a temporary name and then renames them, so that readers see only complete files.
import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { threadId } from 'node:worker_threads';

/**
 * Writes `content` to `path`; a function as `content` gets a temporary path and writes the file there. Readers see the
 * old file or the complete new one. Makes a missing folder. On an error it leaves no temporary file. Throws the
 * system's errors.
 */
export function putWhole(path: string, content: Uint8Array | string | ((fresh: string) => void)): void {
  const make = typeof content === 'function' ? content : (fresh: string) => writeFileSync(fresh, content);
  const fresh = `${path}.${process.pid}-${threadId}`;
  try {
    inFolder(fresh, make);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/**
 * Copies the file at `from`, or writes chunks, to `path` in one step, as `putWhole` does. All users may read the copy,
 * whatever the rights of the original.
 */
export function putReadableCopy(path: string, from: string | Iterable<Uint8Array>): void {
  putWhole(path, (fresh) => {
    if (typeof from === 'string') copyFileSync(from, fresh);
    else writeChunks(fresh, from);
    chmodSync(fresh, 0o644);
  });
}

function writeChunks(path: string, chunks: Iterable<Uint8Array>): void {
  const fd = openSync(path, 'w');
  try {
    for (const chunk of chunks) writeFileSync(fd, chunk);
  } finally {
    closeSync(fd);
  }
}

/** Calls `make`. Makes the folder only if `make` fails without it, because the folder nearly always exists. */
function inFolder(path: string, make: (path: string) => void): void {
  try {
    make(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    make(path);
  }
}
