// Makes a tree without the models that were withdrawn after it was built, so that lists omit them at once.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { parseHashShardPath } from '../../src/tree/static-tree.ts';
import type { Tree } from '../ports/ports.ts';
import { changedTree } from './changed-tree.ts';

/** The paths of the search answers that the build wrote. */
const SEARCHED: ReadonlySet<string> = new Set([treePath(routes.models, {}), treePath(routes.facets, {})]);

/**
 * Returns `tree` without the models of `live`, the withdrawals in force. If the lists of the tree have none of these
 * models, its searches and pages stay as they are.
 */
export function treeWithout(tree: Tree, live: readonly Withdrawal[]): Tree {
  // A model that was withdrawn before the build is in no list of the tree, so it need not be left out.
  const ids = live.flatMap(({ model }) => (withdrawalOf(tree.withdrawn ?? [], model) ? [] : model));
  const before = tree.withdrawn?.filter(({ model }) => withdrawalOf(live, model) === undefined) ?? [];
  const withdrawn = [...before, ...live].sort((one, other) => (one.model < other.model ? -1 : 1));
  const rows = ids.map((id) => `",${JSON.stringify(id)},"`.toLowerCase());
  let known: { all: SearchPort; rest: Awaitable<SearchPort> } | undefined;
  const restOf = (all: SearchPort): Awaitable<SearchPort> => {
    if (ids.length === 0) return all;
    if (known?.all === all) return known.rest;
    const rest = all.without(ids);
    known = { all, rest };
    // After an outage of the store, the next search tries again.
    if (rest instanceof Promise)
      rest.catch(() => {
        known = undefined;
      });
    return rest;
  };
  const search = () => andThen(tree.search(), restOf);
  const unlessListed = <T>(path: string, read: () => Awaitable<T | undefined>) => {
    if (ids.length === 0 || !SEARCHED.has(path)) return read();
    return andThen(tree.search(), (all) => andThen(restOf(all), (rest) => (rest === all ? read() : undefined)));
  };
  return changedTree(tree, {
    withdrawn,
    search,
    read: (path) => unlessListed(path, () => tree.read(path)),
    text: (path) =>
      unlessListed(path, () =>
        andThen(tree.text(path), (text) =>
          !text || ids.length === 0 || parseHashShardPath(path) === undefined ? text : withoutRows(text, rows),
        ),
      ),
  });
}

/** Returns the shard without the lines that contain one of `marks`. Each line is a row. */
function withoutRows(shard: string, marks: readonly string[]): string {
  const names = (line: string) => marks.some((mark) => line.toLowerCase().includes(mark));
  return shard
    .split('\n')
    .filter((line) => !names(line))
    .join('\n');
}
