// Finds a model's file in a folder of downloads, and compares its size and hash.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { localSha256 } from '../../files/local-files.ts';

/** A file of a model, as the index names it. */
export interface IndexedFile {
  id: string;
  revision: string;
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
}

/**
 * Lists the files below `folder` that may be the wanted file, the likeliest first. They lie at the model's id and the
 * file's path, in the cache of the public hub's client, or under the hash of the file, plain or in Ollama's form.
 */
export function localCopies(folder: string, { id, revision, path, sha256 }: IndexedFile): string[] {
  const candidates = [
    join(folder, id, path),
    join(folder, `models--${id.replace('/', '--')}`, 'snapshots', revision, path),
    join(folder, sha256),
    join(folder, `sha256-${sha256}`),
  ];
  return candidates.filter((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/**
 * Gives the difference between the file at `copy` and the file in the index, as the end of a sentence; undefined if
 * there is none. Compares the size first.
 */
export async function differenceOf(
  copy: string,
  { size, sha256 }: IndexedFile,
  onBytes: (count: number) => void,
): Promise<string | undefined> {
  const found = statSync(copy).size;
  if (found !== size) return `has ${found} bytes, and the row says ${size}`;
  return (await localSha256(copy, onBytes)) === sha256 ? undefined : 'has another SHA-256 than the row says';
}
