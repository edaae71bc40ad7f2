// The one interface for bytes under names, in a folder, in memory, or in a bucket, and reads that are checked against the
// hash in the name.
import type { Awaitable } from '../basics/remembered.ts';
import type { Span } from '../resolve/sorted-lines.ts';

/**
 * Reads bytes under names. Its callers must check the bytes. It throws, or rejects with, a StoreAway if it can't be
 * reached at the moment.
 */
export interface Store {
  /** The best size in bytes of a piece of a large file; absent if any size is as good. */
  readonly piece?: number | undefined;
  /**
   * Reads all bytes under a name; undefined if there are none. Throws a StoreAway if there are more than `most` bytes.
   */
  get(name: string, most?: number): Awaitable<Uint8Array | undefined>;
  /** Reads the bytes from `start` up to `end`, or up to the end of the file; undefined if there are none. */
  range(name: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** Returns the number of bytes under a name; undefined if there are none. */
  size(name: string): Awaitable<number | undefined>;
  /**
   * Reports to a remote store that the bytes under a name do not match the name, or that those from `start` up to `end`
   * do not. The store then forgets its cached copy.
   */
  mistrust?(name: string, start?: number, end?: number): void;
  /** Reports that a second read returned wrong bytes too, so the stored bytes themselves must be damaged. */
  damaged?(name: string): void;
}

/** Reads, lists, writes and removes bytes under names. Steps of a name are separated by slashes. */
export interface Bytes extends Store {
  /** The place, as messages show it. */
  readonly address: string;
  /** Lists the files whose names begin with `prefix` and come after `after`, in the order of the names' bytes. */
  list(prefix: string, after?: string): AsyncIterable<Stored>;
  /**
   * Stores bytes, and resolves when they would survive a crash. A reader sees all of the bytes or none. With `ifAbsent`
   * it returns false, and changes nothing, if there are bytes under that name. `type` is a media type for stores that
   * keep one. Rejects with a StoreAway if the store does not take the bytes.
   */
  put(name: string, bytes: Uint8Array | Blob, how?: { ifAbsent?: boolean; type?: string }): Promise<boolean>;
  /** Removes a file. It is no error if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Tells whether the place can be read and written now. Never rejects. */
  answers(): Promise<boolean>;
  /** Returns the time in milliseconds since 1970, by the clock that dates the files. */
  now(): number;
}

/** A listed file. */
export interface Stored {
  name: string;
  /** The size in bytes. */
  size: number;
  /** The time when the file was written, by the clock of the store, in milliseconds since 1970. */
  put: number;
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

/** The format of trees that this version reads and writes. */
export const TREE_FORMAT = 'hub.model-hub.tree/v3';

/** The file that names the current tree. */
export const CURRENT = 'current';

/** Returns the text of `current` for the tree whose name is `sha256`. */
export const formatCurrent = (sha256: string) => `tree ${sha256}\n`;

/** Reads the SHA-256 in the text of `current`; undefined for any other text, including that of another version. */
export const parseCurrent = (text: string) => /^tree ([0-9a-f]{64})\n$/.exec(text)?.[1];

/**
 * Returns the result of `read`, which reads the bytes of `name` from `store`. If the bytes do not match the name,
 * `read` must throw or reject. A remote store is then read once more, without any cached copy. If the bytes are wrong
 * again, throws a StoreAway, since a later read may return the right ones.
 */
export function readChecked<T>(store: Store, name: string, read: () => Awaitable<T>, span?: Span): Awaitable<T> {
  const failed = (error: unknown): Awaitable<T> => {
    if (!store.mistrust || error instanceof StoreAway) throw error;
    store.mistrust(name, span?.start, span?.end);
    return settled(read, (again: unknown) => {
      if (again instanceof StoreAway) throw again;
      store.damaged?.(name);
      throw new StoreAway(`the bytes of ${name} are missing or damaged where the tree lies`, true, again);
    });
  };
  return settled(read, failed);
}

/** Returns the result of `work`, or the result of `failed` if `work` throws or rejects. */
function settled<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
