// Keeps values that belong to a tree for as long as the tree is in use.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Kept, TreeMemory } from './built-file.ts';

/** Returns the value under `key`, or the result of `make`, which the tree then keeps. It keeps no `undefined`. */
export function kept<T extends Kept | undefined>(
  { memory }: { memory: TreeMemory },
  key: string | object,
  make: () => Awaitable<T>,
): Awaitable<T> {
  return memory.get(key, make) as Awaitable<T>;
}
