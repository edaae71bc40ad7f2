// Where the files of an export go: what has to be known of such a place, whatever it is.
import type { Awaitable } from '../../../src/basics/awaitable.ts';

/** What an export did, or would do. */
export interface ExportCount {
  /** Files written. */
  files: number;
  /** Bytes written. */
  bytes: number;
  /** Files and folders removed. */
  removed: number;
}

/** What a file is, beside its name. */
export interface About {
  /** Of what kind it is, where its row has several. */
  kind?: string | undefined;
  /** It is a compressed form of another file. */
  coding?: 'br' | 'gz' | undefined;
}

/** A place; what is given to it may still be on its way until `settled` or `finished` says that it is there. */
export interface Destination {
  readonly count: ExportCount;
  /** False where it can't be a file just now, since something stands in its way. */
  put(path: string, bytes: Uint8Array, about: About): boolean;
  /** Copies the file at `from`, which has so many bytes. */
  copy(path: string, from: string, size: number, about: About): boolean;
  /** Gives the file at `to` a second name, where the place knows such. */
  link(path: string, to: string): boolean;
  /** Counts what another thread did to the same place. */
  addCount(count: ExportCount): void;
  /** The names in a folder; none where it is missing. */
  names(path: string): string[];
  /** The paths of all that stands in a folder; none where it is missing. */
  pathsIn(path: string): string[];
  /** Every file in a folder and in those beneath it. */
  files(path: string): string[];
  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void;
  /** Resolves when there is room for more: what is on its way is held in memory. Rejects when something of it failed. */
  room(): Awaitable<void>;
  /** Resolves when all files that were given are there. Rejects when one could not be written. */
  settled(): Awaitable<void>;
  /** The same, and what was to be removed is gone. */
  finished(): Awaitable<void>;
}
