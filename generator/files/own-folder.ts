// Lists and removes files in a folder of the hub. Never follows a link, because its target may belong to others.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Lists the names in the folder at `path`, relative to `root`; empty when it is missing, or lies behind a link. */
export function namesIn(root: string, path: string): string[] {
  return isOurs(root, path) ? readdirSync(join(root, path)) : [];
}

/**
 * Removes the file, or the folder with its content, at `path`, relative to `root`. Removes a link itself, and nothing
 * behind it. A missing path is no error.
 */
export function removeIn(root: string, path: string): void {
  if (isOurs(root, dirname(path))) rmSync(join(root, path), { recursive: true, force: true });
}

/** True if every step of `path` from `root` on is a real folder. The operator may make `root` itself a link. */
export function isOurs(root: string, path: string): boolean {
  let at = root;
  for (const step of path.split(/[/\\]/)) {
    if (step === '' || step === '.') continue;
    at = join(at, step);
    if (step === '..' || lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  }
  return true;
}

/** Lists every file at or below `path`; empty for a missing path. */
export function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}

/** Gives the path of `file` below `folder`, with slashes on every system. */
export const pathBelow = (folder: string, file: string): string => relative(folder, file).replaceAll(sep, '/');
