// Keeps values of a tree for as long as the tree is in use.
import type { Tree } from './ports.ts';

/** Makes a function that gives each tree its own value, made at the first call. */
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
