// Writes files that appear whole: beside their name first, then under it in one step.
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { threadId } from 'node:worker_threads';

/**
 * Puts `bytes`, or what `make` writes to the given path, at `path`: readers see the old file, or the whole new one.
 * Makes a missing folder. Throws the system's errors, and leaves nothing then.
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
 * Does the same for a copy of the file at `from`, readable for all: a plain copy would be as private as its original.
 */
export function putReadableCopy(path: string, from: string): void {
  putWhole(path, (fresh) => {
    copyFileSync(from, fresh);
    chmodSync(fresh, 0o644);
  });
}

/** The folder is nearly always there, so it is made where the first try finds it missing. */
function inFolder(path: string, make: (path: string) => void): void {
  try {
    make(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    make(path);
  }
}
