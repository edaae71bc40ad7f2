// The files of an app: their paths, their hashes, and the app's root, which is a hash over all files.
import { sha256Hex } from '../digests/sha.ts';
import { byPath } from './file-path.ts';

/** One file of an app; its path is relative to the app's page. */
export interface SpaceFile {
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
}

/** The file that is the page of an app. The app's other files lie beside or below it. */
export const SPACE_PAGE = 'index.html';

/**
 * Returns the root of an app: the SHA-256 of the lines `path NUL sha256 LF` of all files, sorted by path (decision
 * 0011).
 */
export function spaceRoot(files: readonly Pick<SpaceFile, 'path' | 'sha256'>[]): string {
  const sorted = [...files].sort(byPath);
  return sha256Hex(sorted.map(({ path, sha256 }) => `${path}\0${sha256}\n`).join(''));
}
