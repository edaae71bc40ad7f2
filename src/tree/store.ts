// Where a tree lies: bytes by their names, in a folder, in memory, in a bucket or at another hub.
import type { Awaitable } from '../basics/awaitable.ts';

/**
 * Its bytes have to be checked before use. A store throws, or rejects with a StoreAway, when it can't be asked just
 * now.
 */
export interface Store {
  /** All the bytes under a name; undefined when there are none. */
  get(name: string): Awaitable<Uint8Array | undefined>;
  /** The bytes from `start` up to `end`, or to their end where that comes first; undefined when there are none. */
  range(name: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** How many bytes there are; undefined when there are none. */
  size(name: string): Awaitable<number | undefined>;
  /** A way to the `length` bytes of a large name that waits for them beside other work, where the store has one. */
  stream?(name: string, length: number): StoredStream;
  /**
   * Reports bytes, all or those of a span, that turned out not to be those of their name, to a store that lies
   * elsewhere. It forgets them.
   */
  mistrust?(name: string, start?: number, end?: number): void;
  /** Reports that a second read has wrong bytes too: the place itself has others. */
  damaged?(name: string): void;
}

/** A store that lies elsewhere can't be asked just now, or refuses. */
export class StoreAway extends Error {
  /** Another request at once would fail too. */
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
   * Gives the bytes from `start` up to `end`; each piece is read when it is asked for. Rejects when they can't be had.
   */
  open(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/** The format of trees: another one is none that this version reads. */
export const TREE_FORMAT = 'hub.model-hub.tree/v3';

/** The name of the file that says which tree is current. */
export const CURRENT = 'current';

/** Its text, for the tree whose name is `sha256`. */
export const formatCurrent = (sha256: string) => `tree ${sha256}\n`;

/** The SHA-256 that the text of such a file names; undefined when it is none of this version. */
export const parseCurrent = (text: string) => /^tree ([0-9a-f]{64})\n$/.exec(text)?.[1];
