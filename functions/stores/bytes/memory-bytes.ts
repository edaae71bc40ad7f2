// Keeps bytes in memory, in a Map of names to bytes.
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import type { Bytes } from '../../../src/tree/store.ts';

/** Makes a store of `files`, in which it puts what it is given. */
export function memoryBytes(files: Map<string, Uint8Array> = new Map()): Bytes & {
  get(name: string): Uint8Array | undefined;
} {
  return {
    address: 'memory',
    get: (name) => files.get(name),
    range: (name, start, end) => files.get(name)?.subarray(start, end),
    size: (name) => files.get(name)?.length,
    async *list(prefix, after = '') {
      for (const name of [...files.keys()].sort(compareBytewise))
        if (name.startsWith(prefix) && compareBytewise(name, after) > 0)
          yield { name, size: files.get(name)!.length, put: 0 };
    },
    async put(name, bytes, { ifAbsent = false } = {}) {
      const kept = new Uint8Array(bytes instanceof Blob ? await bytes.arrayBuffer() : bytes);
      if (ifAbsent && files.has(name)) return false;
      files.set(name, kept);
      return true;
    },
    remove: async (name) => void files.delete(name),
    answers: async () => true,
    now: Date.now,
  };
}
