// Lists and hashes the files below some paths, for folders that code reads but does not import.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageFolder } from '../process/package-paths.ts';

/** Hashes every file at or below `sources`, which are relative to the package. */
export function sourcesKey(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of sources
    .map((source) => join(packageFolder, source))
    .flatMap(filesBelow)
    .sort())
    hash.update(relative(packageFolder, path)).update('\0').update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
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
