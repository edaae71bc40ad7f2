// Writes an export to a folder: replaces each file by a rename, writes and removes nothing behind a link, and leaves
// unchanged files alone.
import { lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKED } from '../../functions/stores/bytes/packed-file.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { catalogBytes } from '../days/catalog-reader.ts';
import { removeIn } from '../files/own-folder.ts';
import { putReadableCopy, putWhole } from '../files/whole-file.ts';
import type { ExportedFile } from './export-pages.ts';

/** Counts the changes of an export: the written files and bytes, and the removed files and folders. */
export interface ExportCount {
  files: number;
  bytes: number;
  removed: number;
}

/**
 * Files of at most this many bytes are copied by a read and a write; the system's copy takes one and a half times as
 * long for such a file.
 */
const HELD = 1 << 20;

/** A file that can't be written yet, because something that may still be removed has its name. */
export interface WaitingFile {
  path: string;
  bytes: Uint8Array;
  /** The key of the model's pack, if the file is about a model. */
  pack: string | undefined;
}

export class ExportFolder {
  readonly #root: string;
  readonly #folders: Set<string>;
  readonly waiting: WaitingFile[] = [];
  readonly count: ExportCount = { files: 0, bytes: 0, removed: 0 };

  /** `folders` remembers the folders that exist. */
  constructor(root: string, folders = new Set<string>()) {
    this.#folders = folders.add('.');
    this.#root = root;
  }

  /** Writes an answer, of the model with this pack if there is one. Gives false if it must wait. */
  putOrWait({ path, bytes }: ExportedFile, pack?: string): boolean {
    const isThere = this.put(path, bytes);
    if (!isThere) this.waiting.push({ path, bytes, pack });
    return isThere;
  }

  /** Writes a file. Gives false while something else has its name. */
  put(path: string, bytes: Uint8Array): boolean {
    return this.#write(path, bytes.length, (file) => putWhole(file, bytes));
  }

  /** Writes a copy of the file at `from`, which has `size` bytes, unpacked. Gives false as `put` does. */
  copy(path: string, from: string, size: number): boolean {
    return this.#write(path, size, (file) => {
      if (from.endsWith(PACKED)) putReadableCopy(file, catalogBytes({ path: from }));
      else if (size <= HELD) putWhole(file, readOwnFile(from));
      else putReadableCopy(file, from);
    });
  }

  has(path: string): boolean {
    return lstatSync(join(this.#root, path), { throwIfNoEntry: false }) !== undefined;
  }

  /** Lists the paths in a folder; empty for a missing one. */
  pathsIn(path: string): string[] {
    const names = this.#isFolder(path) ? readdirSync(join(this.#root, path)) : [];
    return names.map((name) => `${path}/${name}`);
  }

  /** Lists every file in a folder and beneath it. */
  files(path: string): string[] {
    return this.pathsIn(path).flatMap((at) => (this.#isFolder(at) ? this.files(at) : [at]));
  }

  /** Removes a file, or a folder with its content. */
  remove(path: string): void {
    if (!this.has(path)) return;
    this.count.removed++;
    removeIn(this.#root, path);
    this.#prune(dirname(path));
  }

  /** Removes an empty folder, and then the folders above it that are empty. */
  #prune(path: string): void {
    for (let at = path; at !== '.' && this.#isFolder(at) && this.pathsIn(at).length === 0; at = dirname(at)) {
      rmdirSync(join(this.#root, at));
      this.#folders.delete(at);
    }
  }

  #write(path: string, size: number, write: (file: string) => void): boolean {
    if (!this.#makeFolder(dirname(path)) || !this.#isWritten(path, write)) return false;
    this.count.files++;
    this.count.bytes += size;
    return true;
  }

  /** Writes a file. Gives false if a folder has the name, since a rename can't replace a folder by a file. */
  #isWritten(path: string, write: (file: string) => void): boolean {
    try {
      write(join(this.#root, path));
      return true;
    } catch (error) {
      if (this.#isFolder(path)) return false;
      throw error;
    }
  }

  /**
   * Makes a folder and those above it. Gives false if something else has the name, even a link, since the target of a
   * link belongs to others.
   */
  #makeFolder(path: string): boolean {
    if (this.#folders.has(path)) return true;
    if (!this.#makeFolder(dirname(path))) return false;
    try {
      mkdirSync(join(this.#root, path));
    } catch (error) {
      // The folder existed, or another thread made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!this.#isFolder(path)) return false;
    }
    this.#folders.add(path);
    return true;
  }

  #isFolder(path: string): boolean {
    return lstatSync(join(this.#root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  }
}
