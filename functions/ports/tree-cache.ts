// Keeps values of a tree for as long as somebody uses the tree.
import type { Tree } from './ports.ts';

/** A function that gives each tree the same thing each time, made when it is first asked for. */
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
