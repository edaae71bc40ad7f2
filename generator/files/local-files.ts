// Finds the files of a download on this machine, hashes them, and reads files that a person has named.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { SHA256SUMS } from '../../src/dialects/hub/sha256sums.ts';
import { failureAt } from '../process/failure.ts';

export interface LocalFile {
  /** The path in the folder, with slashes. */
  path: string;
  absolute: string;
  /** The size in bytes. */
  size: number;
}

/** Names in the top folder that download tools leave there. They belong to a model only if the index says so. */
const OTHERS = new Set(['.cache', '.git', SHA256SUMS]);

/**
 * Lists every file below `folder`, sorted by path. Follows links to files, which the cache of the public hub's own
 * client has, but not links to folders. Skips files of download tools in the top folder, unless `isKnown` returns true
 * for their path.
 */
export function localFiles(folder: string, isKnown: (path: string) => boolean): LocalFile[] {
  const files: LocalFile[] = [];
  const walk = (prefix: string) => {
    for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (prefix === '' && OTHERS.has(entry.name) && !isKnown(path)) continue;
      const absolute = join(folder, path);
      if (entry.isDirectory()) walk(path);
      else {
        const found = statSync(absolute, { throwIfNoEntry: false });
        if (found?.isFile()) files.push({ path, absolute, size: found.size });
      }
    }
  };
  walk('');
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Returns the SHA-256 of a file of any size, as 64 hex digits. Calls `onBytes` with the length of every piece that it
 * reads.
 */
export async function localSha256(path: string, onBytes: (count: number) => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    onBytes(chunk.length);
  }
  return hash.digest('hex');
}

/** Returns the stats of the file or folder at `path`; undefined if there is none. */
export function lookAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Reads the file at `path`. Throws a Failure when it can't be read. */
export function readNamedFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failureAt(path, error);
  }
}
