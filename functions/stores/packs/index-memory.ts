// Keeps the files of search indexes in memory, by their SHA-256. A new tree of a hub shares most of these files with the
// former tree.

/** The memory for the trees of one hub. It keeps a file only as long as a tree uses it. */
export class IndexMemory {
  readonly #files = new Map<string, WeakRef<ArrayBuffer>>();

  /** Returns the file with this SHA-256 if a tree still uses it. */
  known(sha256: string): ArrayBuffer | undefined {
    return this.#files.get(sha256)?.deref();
  }

  /** Remembers that the memory `file` holds the file with this SHA-256. */
  remember(sha256: string, file: ArrayBuffer): void {
    for (const [known, one] of this.#files) if (!one.deref()) this.#files.delete(known);
    this.#files.set(sha256, new WeakRef(file));
  }
}
