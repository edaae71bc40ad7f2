// Stores bytes in files below <dist>/packs, named by the SHA-256 of their content. Each file is written completely or
// not at all, and is checked when it is read.
import { hash } from 'node:crypto';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { formatPackIndex, openPack, type Pack, READ_WHOLE } from '../../src/tree/pack.ts';
import { type Listed, storedName } from '../../src/tree/tree-list.ts';
import { putWhole } from '../files/whole-file.ts';

export const sha256Of = (bytes: Uint8Array | string) => hash('sha256', bytes);

/** The numbers of written files and bytes. */
interface PutCount {
  files: number;
  bytes: number;
}

/**
 * Stores bytes below <dist>/packs. Takes for granted that a file with the right name has the right bytes, unless `mend`
 * is true: then it writes every file again.
 */
export class PackStore {
  readonly #dist: string;
  readonly #mend: boolean;
  readonly count: PutCount = { files: 0, bytes: 0 };

  constructor(dist: string, mend: boolean) {
    this.#dist = dist;
    this.#mend = mend;
  }

  /** Stores bytes, and returns their SHA-256, by which they are found. */
  put(bytes: Uint8Array | string): string {
    const sha256 = sha256Of(bytes);
    const path = join(this.#dist, storedName(sha256));
    if (!this.#mend && existsSync(path)) return sha256;
    // Removes a folder at this path, because a rename can't replace a folder by a file.
    if (this.#mend) removeFolder(path);
    putWhole(path, bytes);
    this.count.files++;
    this.count.bytes += bytes.length;
    return sha256;
  }

  /**
   * Stores a pack under `key`, and returns its entry for the list of the tree. If the pack is large, also stores an index
   * of it.
   */
  putListed(key: string, bytes: Uint8Array): Listed {
    const listed = { key, sha256: this.put(bytes), size: bytes.length };
    if (bytes.length <= READ_WHOLE) return listed;
    return { ...listed, index: this.put(formatPackIndex(bytes, sha256Of)) };
  }
}

function removeFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
}

/** Reads the bytes with this SHA-256. Throws if they are missing or damaged. */
export function readPacked(dist: string, sha256: string): Buffer {
  const path = join(dist, storedName(sha256));
  const bytes = readOwnFile(path);
  if (sha256Of(bytes) !== sha256) throw new Error(`${path} is damaged`);
  return bytes;
}

/** Opens the pack of `listed` in `dist`. */
export function packAt(dist: string, listed: Listed): Pack {
  return openPack(new FolderBytes(dist), listed) as Pack;
}
