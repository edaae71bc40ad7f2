// Declares the places for files of an export: folders and buckets.
import type { Awaitable } from '../../../src/basics/awaitable.ts';

/** Counts the changes of an export or of a dry run. */
export interface ExportCount {
  /** Files written. */
  files: number;
  /** Bytes written. */
  bytes: number;
  /** Files and folders removed. */
  removed: number;
}

/** Facts about a file that don't follow from its path. */
export interface About {
  /** The kind of the file, if its row has several kinds. */
  kind?: string | undefined;
  /** Set for a compressed form of another file. */
  coding?: 'br' | 'gz' | undefined;
}

/** A place for files. Until `settled` or `finished` resolves, some files may be unwritten. */
export interface Destination {
  readonly count: ExportCount;
  /** Writes a file. Gives false while something else has its name. */
  put(path: string, bytes: Uint8Array, about: About): boolean;
  /** Copies the file at `from`, which has `size` bytes. */
  copy(path: string, from: string, size: number, about: About): boolean;
  /** Gives the file at `to` a second name, if the place supports that. */
  link(path: string, to: string): boolean;
  /** Lists the paths in a folder; empty for a missing one. */
  pathsIn(path: string): string[];
  /** Lists every file in a folder and beneath it. */
  files(path: string): string[];
  /** Removes a file, or a folder with its content. */
  remove(path: string): void;
  /**
   * Resolves when there is room for more files, because those that are not sent yet are in memory. Rejects when one of
   * them failed.
   */
  room(): Awaitable<void>;
  /** Resolves when all files are written. Rejects when one failed. */
  settled(): Awaitable<void>;
  /** Resolves when all files are written and all removals are done. Rejects when one failed. */
  finished(): Awaitable<void>;
}
