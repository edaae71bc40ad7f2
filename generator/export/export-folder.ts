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

export class ExportFolder {
  readonly #root: string;
  readonly #folders: Set<string>;
  readonly count: ExportCount = { files: 0, bytes: 0, removed: 0 };

  /** `folders` remembers the folders that exist. */
  constructor(root: string, folders = new Set<string>()) {
    this.#folders = folders.add('.');
    this.#root = root;
  }

  /** Writes a file. Removes anything else that has its name, or the name of a folder above it, since a link leads to others. */
  put({ path, bytes }: ExportedFile): void {
    this.#write(path, bytes.length, (file) => putWhole(file, bytes));
  }

  /** Writes a copy of the file at `from`, which has `size` bytes, unpacked, as `put` does. */
  copy(path: string, from: string, size: number): void {
    this.#write(path, size, (file) => {
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

  #write(path: string, size: number, write: (file: string) => void): void {
    this.#makeFolder(dirname(path));
    try {
      write(join(this.#root, path));
    } catch (error) {
      // A rename can't replace a folder by a file.
      if (!this.#isFolder(path)) throw error;
      removeIn(this.#root, path);
      write(join(this.#root, path));
    }
    this.count.files++;
    this.count.bytes += size;
  }

  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.#makeFolder(dirname(path));
    // Another thread may have made it.
    if (!this.#isFolder(path)) {
      if (this.has(path)) removeIn(this.#root, path);
      mkdirSync(join(this.#root, path), { recursive: true });
    }
    this.#folders.add(path);
  }

  #isFolder(path: string): boolean {
    return lstatSync(join(this.#root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  }
}
