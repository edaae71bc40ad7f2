// Removes files in a folder and counts them. A dry run only counts.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, removeIn } from '../files/own-folder.ts';

/** The number of files removed from a place. */
export interface Removed {
  /** The place: `HUB_DATA`, `HUB_DIST`, the folder of an export, or a bucket. */
  place: string;
  files: number;
  /** The number of bytes of the files; undefined for a bucket. */
  bytes?: number;
}

export class Removal {
  readonly #root: string;
  readonly #isDry: boolean;
  readonly #count = { files: 0, bytes: 0 };

  constructor(root: string, isDry: boolean) {
    this.#root = root;
    this.#isDry = isDry;
  }

  get count(): { files: number; bytes: number } {
    return { ...this.#count };
  }

  /** Removes the file, or the folder with its content, at `path`. A missing path is not counted. */
  remove(path: string): void {
    this.#add(path);
    if (!this.#isDry) removeIn(this.#root, path);
  }

  #add(path: string): void {
    const stats = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) {
      for (const name of namesIn(this.#root, path)) this.#add(`${path}/${name}`);
      return;
    }
    this.#count.files++;
    this.#count.bytes += stats.size;
  }
}
