// Prepares the trees that a hub serves: leaves out the models that were withdrawn after the build, and puts in the
// hub's own address.

import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { escaped } from '../../src/basics/escaped.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { parseHashShardPath, printsAddress } from '../../src/tree/static-tree.ts';
import { compressedText } from '../answers/compressed-text.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { CompressPort, Ports, Tree } from '../ports/ports.ts';

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

/** The paths of the search answers that the build wrote. */
const SEARCHED: ReadonlySet<string> = new Set([treePath(routes.models, {}), treePath(routes.facets, {})]);

/**
 * Returns `tree` without the models of `live`, the withdrawals in force. If the lists of the tree have none of these
 * models, its searches and pages stay as they are.
 */
function treeWithout(tree: Tree, live: readonly Withdrawal[]): Tree {
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

/** The maximum total size in bytes of the changed answers that are kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Returns `tree` as if it had been built for `baseUrl`. If it was, returns `tree` itself. */
export function treeAt(tree: Tree, baseUrl: string, compress: CompressPort): Tree {
  if (tree.baseUrl === baseUrl) return tree;
  const move = mover(tree.baseUrl, baseUrl);
  const made = new Remembered<string, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => 2 * size + 500 });
  const text = (path: string) =>
    andThen(tree.text(path), (found) => (found !== undefined && printsAddress(path) ? move(found) : found));
  return changedTree(tree, {
    baseUrl,
    text,
    read(path): Awaitable<BuiltFile | undefined> {
      if (!printsAddress(path)) return tree.read(path);
      return made.get(path, () =>
        andThen(text(path), (moved) => (moved === undefined ? undefined : compressedText(moved, compress))),
      );
    },
  });
}

/**
 * Makes a function that replaces one address by another. It also replaces the address without `http(s)://`, because
 * references to images of the registry begin with it.
 */
function mover(from: string, to: string): (text: string) => string {
  const [own, other] = [hostOf(from), hostOf(to)];
  // The pattern does not match inside a longer host name that ends or begins with ours.
  const address = new RegExp(`(?<![\\w.-])(?:${from.slice(0, -own.length)})?${escaped(own)}(?![\\w-]|[.:]\\w)`, 'g');
  const isSafe = from.startsWith('http:') && to.startsWith('https:');
  return (text) => {
    const moved = text.replace(address, (found) => (found === own ? other : to));
    // Registry clients need `--plain-http` only if the hub has no TLS.
    return isSafe ? moved.replaceAll(' --plain-http', '') : moved;
  };
}

const hostOf = (url: string) => url.slice(url.indexOf('://') + '://'.length);

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
