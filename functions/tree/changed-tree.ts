// Changes a tree in some of its members.
import type { Tree } from '../ports/ports.ts';

/** Gives a tree like `tree` with the members of `changes`. Both ways to read a file must change together. */
export function changedTree(tree: Tree, changes: Partial<Tree> & Pick<Tree, 'read' | 'text'>): Tree {
  const { name, id, catalog, snapshot, baseUrl, models, repositories, isSigned, gated, withdrawn, nextPage } = tree;
  return {
    ...{ name, id, catalog, snapshot, baseUrl, models, repositories, isSigned, gated, withdrawn, nextPage },
    range: (path, start, end) => tree.range(path, start, end),
    answers: () => tree.answers(),
    stored: (path) => tree.stored(path),
    search: () => tree.search(),
    ...changes,
  };
}
