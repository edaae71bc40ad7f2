// The store of a tree, which stores bytes under names: a folder, memory, or a bucket.
import type { Awaitable } from '../basics/awaitable.ts';

/**
 * A store of bytes. Its callers must check the bytes. It throws, or rejects with, a StoreAway if it can't be reached at
 * the moment.
 */
export interface Store {
  /** Reads all bytes under a name; undefined if there are none. */
  get(name: string): Awaitable<Uint8Array | undefined>;
  /** Reads the bytes from `start` up to `end`, or up to the end of the file; undefined if there are none. */
  range(name: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** Returns the number of bytes under a name; undefined if there are none. */
  size(name: string): Awaitable<number | undefined>;
  /**
   * Streams the `length` bytes under a name piece by piece, so that other work goes on between two pieces. Absent if
   * the store can't stream.
   */
  stream?(name: string, length: number): StoredStream;
  /**
   * Reports to a remote store that the bytes under a name do not match the name, or that those from `start` up to `end`
   * do not. The store then forgets its cached copy.
   */
  mistrust?(name: string, start?: number, end?: number): void;
  /** Reports that a second read returned wrong bytes too, so the stored bytes themselves must be damaged. */
  damaged?(name: string): void;
}

/** The error of a remote store that can't be reached at the moment, or refuses a request. */
export class StoreAway extends Error {
  /** True if another request right afterwards would fail too. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting = false, cause?: unknown) {
    super(message, { cause });
    this.isLasting = isLasting;
  }
}

/** Bytes that are read piece by piece. */
export interface StoredStream {
  length: number;
  /**
   * Streams the bytes from `start` up to `end`, and reads each piece when the reader wants it. Rejects if the bytes
   * can't be read.
   */
  open(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/** The format of trees that this version reads and writes. */
export const TREE_FORMAT = 'hub.model-hub.tree/v3';

/** The file that names the current tree. */
export const CURRENT = 'current';

/** Returns the text of `current` for the tree whose name is `sha256`. */
export const formatCurrent = (sha256: string) => `tree ${sha256}\n`;

/** Reads the SHA-256 in the text of `current`; undefined for any other text, including that of another version. */
export const parseCurrent = (text: string) => /^tree ([0-9a-f]{64})\n$/.exec(text)?.[1];
