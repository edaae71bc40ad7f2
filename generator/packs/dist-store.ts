// Keeps bytes under <dist>/packs, named by their SHA-256. Writes them whole or not at all, and checks them when it
// reads them.
import { hash } from 'node:crypto';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderStore } from '../../functions/stores/bytes/folder-store.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { openPack, type Pack } from '../../src/tree/pack.ts';
import { formatPackIndex, READ_WHOLE } from '../../src/tree/pack-index.ts';
import { isSearchFile } from '../../src/tree/static-tree.ts';
import { type Listed, storedName } from '../../src/tree/tree-list.ts';
import { hasSha256 } from '../files/file-bytes.ts';
import { putWhole } from '../files/whole-file.ts';

export const sha256Of = (bytes: Uint8Array | string) => hash('sha256', bytes);

/** Counts the writes. */
interface PutCount {
  files: number;
  bytes: number;
}

/**
 * Puts bytes below <dist>/packs. Takes it for granted that an existing file has the same bytes. With `mend`, a file may
 * be damaged: it is read, and rewritten if it differs.
 */
export class PackStore {
  readonly #dist: string;
  readonly #mend: boolean;
  readonly count: PutCount = { files: 0, bytes: 0 };

  constructor(dist: string, mend: boolean) {
    this.#dist = dist;
    this.#mend = mend;
  }

  /** Stores bytes, and gives their SHA-256, which is their name. */
  put(bytes: Uint8Array | string): string {
    const sha256 = sha256Of(bytes);
    const path = join(this.#dist, storedName(sha256));
    if (existsSync(path) && !(this.#mend && !hasSha256(path, sha256))) return sha256;
    // A rename can't replace a folder by a file.
    if (this.#mend) removeFolder(path);
    putWhole(path, bytes);
    this.count.files++;
    this.count.bytes += bytes.length;
    return sha256;
  }

  /** Stores a pack or another file. Stores an index beside it if it is large. Gives its entry for the list. */
  putListed(key: string, bytes: Uint8Array): Listed {
    const listed = { key, sha256: this.put(bytes), size: bytes.length };
    if (bytes.length <= READ_WHOLE) return listed;
    return { ...listed, index: this.put(formatPackIndex(bytes, !isSearchFile(key), sha256Of)) };
  }
}

function removeFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
}

/** Reads the bytes with this hash. Throws when they are missing or damaged. */
export function readPacked(dist: string, sha256: string): Buffer {
  const path = join(dist, storedName(sha256));
  const bytes = readOwnFile(path);
  if (sha256Of(bytes) !== sha256) throw new Error(`${path} is damaged`);
  return bytes;
}

/** Opens the pack of `listed` in `dist`. */
export function packAt(dist: string, listed: Listed): Pack {
  return openPack(folderStore(dist), listed) as Pack;
}
