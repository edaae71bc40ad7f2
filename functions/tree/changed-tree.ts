// Makes a tree that differs from another tree in some members.
import type { Tree } from '../ports/ports.ts';

/**
 * Returns a tree like `tree` with the members of `changes`. `read` and `text` read the same files, so both must be
 * given.
 */
export function changedTree(tree: Tree, changes: Partial<Tree> & Pick<Tree, 'read' | 'text'>): Tree {
  const { name, id, catalog, snapshot, baseUrl, models, repositories, isSigned, gated, withdrawn, nextPage } = tree;
  return {
    ...{ name, id, catalog, snapshot, baseUrl, models, repositories, isSigned, gated, withdrawn, nextPage },
    range: (path, start, end) => tree.range(path, start, end),
    answers: () => tree.answers(),
    search: () => tree.search(),
    ...changes,
  };
}
