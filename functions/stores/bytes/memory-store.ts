// Makes a store in memory from a Map of names to bytes.
import type { Store } from '../../../src/tree/store.ts';

export function memoryStore(files: ReadonlyMap<string, Uint8Array>): Store {
  return {
    get: (name) => files.get(name),
    range: (name, start, end) => files.get(name)?.subarray(start, end),
    size: (name) => files.get(name)?.length,
  };
}
