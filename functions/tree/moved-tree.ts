// A tree that is served at another address than it was built for: what prints an address is made for that of the hub.
import { type Awaitable, andThen } from '../../src/awaitable.ts';
import { Remembered } from '../../src/remembered.ts';
import type { BuiltFile } from '../built-file.ts';
import { compressedText } from '../compressed-text.ts';
import type { CompressPort, Tree } from '../ports.ts';

/** Bytes kept of such answers. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Documents, and pages of models. Nothing that is named by its hash prints an address. */
const PRINTS = /^(?:documents\/|models\/[^/]+\/[^/]+\/models\/)/;

/** `tree` as it would be, had it been built for `baseUrl`; `tree` itself where it was. */
export function treeAt(tree: Tree, baseUrl: string, compress: CompressPort): Tree {
  if (tree.baseUrl === baseUrl) return tree;
  // Not where another host's name begins like ours.
  const address = new RegExp(`${tree.baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|[.:]\\w)`, 'g');
  const made = new Remembered<string, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => 2 * size + 500 });
  const text = (path: string) =>
    andThen(tree.text(path), (found) => (PRINTS.test(path) ? found?.replace(address, () => baseUrl) : found));
  const { name, id, catalog, snapshot, models, repositories, gated, nextPage } = tree;
  return {
    ...{ name, id, catalog, snapshot, baseUrl, models, repositories, gated, nextPage },
    text,
    read(path): Awaitable<BuiltFile | undefined> {
      if (!PRINTS.test(path)) return tree.read(path);
      return made.get(path, () =>
        andThen(text(path), (moved) => (moved === undefined ? undefined : compressedText(moved, compress))),
      );
    },
    range: (path, start, end) => tree.range(path, start, end),
    answers: () => tree.answers(),
    stored: (path) => tree.stored(path),
    search: () => tree.search(),
  };
}
