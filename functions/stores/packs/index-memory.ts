// Keeps the files of search indexes in memory, by their SHA-256. A new tree shares most of these files with the tree
// before, and all threads share one copy.

/** Keeps files of search indexes in memory. */
export interface IndexMemory {
  /** Gives the file with this SHA-256, as long as something uses it. */
  known(sha256: string): ArrayBufferLike | undefined;
  /** Allocates memory for a file of this many bytes. */
  room(bytes: number): ArrayBufferLike;
  /** Notes that the memory `file` holds the file with this SHA-256. */
  remember(sha256: string, file: ArrayBufferLike): void;
}

const inMemory = new Map<string, WeakRef<ArrayBufferLike>>();
let isShared = false;

/** The memory of this thread. */
export const indexMemory: IndexMemory = {
  known: (sha256) => inMemory.get(sha256)?.deref(),
  room: (bytes) => (isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)),
  remember(sha256, file) {
    for (const [known, one] of inMemory) if (!one.deref()) inMemory.delete(known);
    inMemory.set(sha256, new WeakRef(file));
  },
};

/** Files in the form that passes between threads. */
export type SharedFiles = readonly (readonly [sha256: string, file: ArrayBufferLike])[];

/**
 * From now on, this thread reads files into memory that other threads can share. The returned function ends this, and
 * forgets these files.
 */
export function shareIndexMemory(): () => void {
  isShared = true;
  return () => {
    isShared = false;
    for (const [sha256] of sharedFiles()) inMemory.delete(sha256);
  };
}

/** Lists the files in memory that other threads can share. */
export function sharedFiles(): SharedFiles {
  return [...inMemory].flatMap(([sha256, one]) => {
    const file = one.deref();
    return file instanceof SharedArrayBuffer ? [[sha256, file] as const] : [];
  });
}
