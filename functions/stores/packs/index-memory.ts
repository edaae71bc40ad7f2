// Keeps the files of search indexes in memory, by their SHA-256. A new tree of a hub shares most of these files with
// the former tree, and all threads share one copy.

/** The memory that holds files of search indexes. */
export interface IndexMemory {
  /** Returns the file with this SHA-256 if a tree still uses it. */
  known(sha256: string): ArrayBufferLike | undefined;
  /** Allocates memory for a file of `bytes` bytes. */
  room(bytes: number): ArrayBufferLike;
  /** Remembers that the memory `file` holds the file with this SHA-256. */
  remember(sha256: string, file: ArrayBufferLike): void;
}

/** Files of search indexes, in the form in which threads pass them to each other. */
export type SharedFiles = readonly (readonly [sha256: string, file: ArrayBufferLike])[];

/** The memory for the trees of one hub. It keeps a file only as long as a tree uses it. */
export class WeakIndexMemory implements IndexMemory {
  readonly #files = new Map<string, WeakRef<ArrayBufferLike>>();
  readonly #isShared: boolean;

  /** With `isShared`, other threads can share the memory. */
  constructor({ isShared = false } = {}) {
    this.#isShared = isShared;
  }

  known(sha256: string): ArrayBufferLike | undefined {
    return this.#files.get(sha256)?.deref();
  }

  room(bytes: number): ArrayBufferLike {
    return this.#isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  }

  remember(sha256: string, file: ArrayBufferLike): void {
    for (const [known, one] of this.#files) if (!one.deref()) this.#files.delete(known);
    this.#files.set(sha256, new WeakRef(file));
  }

  /** Lists the files that other threads can share. */
  sharedFiles(): SharedFiles {
    return [...this.#files].flatMap(([sha256, one]) => {
      const file = one.deref();
      return file instanceof SharedArrayBuffer ? [[sha256, file] as const] : [];
    });
  }
}
