// Declares the folders and buckets that an export can write to.
import type { Awaitable } from '../../../src/basics/awaitable.ts';

/** Counts the changes of an export or of a dry run: the written files and bytes, and the removed files and folders. */
export interface ExportCount {
  files: number;
  bytes: number;
  removed: number;
}

/** Facts about a file that don't follow from its path. */
export interface About {
  /** The kind of the file, such as `oci`, if its route has several kinds. */
  kind?: string | undefined;
  /** Set for a compressed form of another file. */
  coding?: 'br' | 'gz' | undefined;
}

/** A folder or bucket for files. Until `settled` or `finished` resolves, some files may be unwritten. */
export interface Destination {
  readonly count: ExportCount;
  /** Writes a file. Gives false while something else has its name. */
  put(path: string, bytes: Uint8Array, about: About): boolean;
  /** Writes a copy of the file at `from`, which has `size` bytes. Gives false as `put` does. */
  copy(path: string, from: string, size: number, about: About): boolean;
  /** Lists the paths in a folder; empty for a missing one. */
  pathsIn(path: string): string[];
  /** Lists every file in a folder and beneath it. */
  files(path: string): string[];
  /** Removes a file, or a folder with its content. */
  remove(path: string): void;
  /** Waits as long as the files that are not sent yet take too much memory. Rejects when a file failed. */
  room(): Awaitable<void>;
  /** Resolves when all files are written. Rejects when a file failed. */
  settled(): Awaitable<void>;
  /** Resolves when all files are written and all removals are done. Rejects when a write or a removal failed. */
  finished(): Awaitable<void>;
}
