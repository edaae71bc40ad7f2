// Keeps values that belong to a tree for as long as the tree is in use.
import type { Tree } from './ports.ts';

/**
 * Makes a function that returns a value for each tree. `make` makes the value when the function is first called for the
 * tree.
 */
export function perTree<T extends object>(make: (tree: Tree) => T): (tree: Tree) => T {
  const kept = new WeakMap<Tree, T>();
  return (tree) => {
    const known = kept.get(tree);
    if (known) return known;
    const made = make(tree);
    kept.set(tree, made);
    return made;
  };
}
