// Serves the files of a tree to other hubs: the name of the current tree, and packs, lists and objects by their names.
import { andThen } from '../../src/basics/awaitable.ts';
import { refuse } from '../../src/table/refusals.ts';
import { href, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { CURRENT } from '../../src/tree/store.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import type { Handler } from '../ports/handler.ts';

/**
 * The row of `current`, whose content changes with each new tree. All other files of a tree are named by the hash of
 * their bytes.
 */
const current: Row = { ...routes.treeFile, cache: 'revalidate', type: 'text/plain; charset=utf-8' };

/** Answers `GET /api/hub/tree/{path...}`. */
export const treeFile: Handler<'treeFile'> = ({ ask, params, tree }) => {
  if (params.path === CURRENT)
    return builtAnswer(ask, current, madeFile(new TextEncoder().encode(`tree ${tree.name}\n`), tree.name));
  return andThen(tree.stored(params.path), (file) =>
    file ? builtAnswer(ask, routes.treeFile, file) : refuse('NotFound', { path: href(routes.treeFile, params) }),
  );
};
