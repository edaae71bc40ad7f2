// Keeps values that belong to a tree for as long as the tree is in use.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Kept, TreeMemory } from './built-file.ts';
import type { Tree } from './ports.ts';

/** Returns the value under `key`, or the result of `make`, which the tree then keeps. It keeps no `undefined`. */
export function kept<T extends Kept | undefined>(
  { memory }: { memory: TreeMemory },
  key: string | object,
  make: () => Awaitable<T>,
): Awaitable<T> {
  return (memory.known(key) as T | undefined) ?? (memory.get(key, make) as Awaitable<T>);
}

/**
 * Makes a function that returns a value for each tree. `make` makes the value when the function is first called for the
 * tree.
 */
export function perTree<T extends object>(make: (tree: Tree) => T): (tree: Tree) => T {
  const made = new WeakMap<Tree, T>();
  return (tree) => {
    const known = made.get(tree);
    if (known) return known;
    const value = make(tree);
    made.set(tree, value);
    return value;
  };
}
