// Prepares the trees that a hub serves: leaves out the models that were withdrawn after the build, and puts in the
// hub's own address.
import type { Ports, Tree } from '../ports/ports.ts';
import { treeAt } from './moved-tree.ts';
import { treeWithout } from './tree-without.ts';

/**
 * Makes a function that returns the tree of `current` in the form in which this hub serves it. The hub's address may be
 * known only once it listens, so the address is read at each call. A tree that needs no change stays the same object.
 */
export function servedTrees(
  current: () => Tree | undefined,
  ports: Pick<Ports, 'baseUrl' | 'compress' | 'withdrawn'>,
): () => Tree | undefined {
  let last: { tree: Tree; list: ReturnType<NonNullable<Ports['withdrawn']>>; baseUrl: string; made: Tree } | undefined;
  return () => {
    const tree = current();
    const list = ports.withdrawn?.();
    const { baseUrl } = ports;
    if (!tree) return undefined;
    if (last?.tree !== tree || last.list !== list || last.baseUrl !== baseUrl) {
      const left = list && list.length > 0 ? treeWithout(tree, list) : tree;
      last = { tree, list, baseUrl, made: treeAt(left, baseUrl, ports.compress) };
    }
    return last.made;
  };
}
