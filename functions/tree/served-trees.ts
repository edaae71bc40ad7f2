// The trees that a hub serves: each as its host gives it, without the models that were withdrawn since, at the hub's address.
import type { Ports, Tree } from '../ports/ports.ts';
import { treeAt } from './moved-tree.ts';
import { treeWithout } from './tree-without.ts';

/**
 * Serves each tree that `current` gives as the hub with these ports has it: its address may be known only once it
 * listens. A tree that needs no change is served itself.
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
