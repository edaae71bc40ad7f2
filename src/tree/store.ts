// The store of a tree: bytes by names, in a folder, in memory, in a bucket or at another hub.
import type { Awaitable } from '../basics/awaitable.ts';

/**
 * A store, whose bytes must be checked before use. It throws, or rejects with a StoreAway, when it can't be reached at the
 * moment.
 */
export interface Store {
  /** Reads all bytes of a name; undefined if there are none. */
  get(name: string): Awaitable<Uint8Array | undefined>;
  /** Reads the bytes from `start` up to `end`, or to the end of the file; undefined if there are none. */
  range(name: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** Gives the number of bytes; undefined if there are none. */
  size(name: string): Awaitable<number | undefined>;
  /** Streams the `length` bytes of a large name, if the store can, so that other work goes on. */
  stream?(name: string, length: number): StoredStream;
  /** Tells a remote store that bytes, all or those of a span, do not fit their name, so that it forgets them. */
  mistrust?(name: string, start?: number, end?: number): void;
  /** Reports that a second read has wrong bytes too, so that the place itself is damaged. */
  damaged?(name: string): void;
}

/** A remote store can't be reached at the moment, or refuses. */
export class StoreAway extends Error {
  /** True if another request now would fail too. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting = false, cause?: unknown) {
    super(message, { cause });
    this.isLasting = isLasting;
  }
}

/** Bytes that are read piece by piece. */
export interface StoredStream {
  length: number;
  /** Streams the bytes from `start` up to `end`; reads each piece on demand. Rejects when they can't be read. */
  open(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/** The format of trees; this version reads no other. */
export const TREE_FORMAT = 'hub.model-hub.tree/v3';

/** The name of the file that names the current tree. */
export const CURRENT = 'current';

/** Writes the text of `current` for the tree whose name is `sha256`. */
export const formatCurrent = (sha256: string) => `tree ${sha256}\n`;

/** Reads the SHA-256 in the text of `current`; undefined for any other text, and for that of another version. */
export const parseCurrent = (text: string) => /^tree ([0-9a-f]{64})\n$/.exec(text)?.[1];
