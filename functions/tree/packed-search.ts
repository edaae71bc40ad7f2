// The search of a tree of packs: the files of its index read whole and checked, its rows read from the catalog object.

import { type Awaitable, allOf, andThen } from '../../src/basics/awaitable.ts';
import type { Address } from '../../src/nouns/address.ts';
import { SearchIndex } from '../../src/search/index/search-index.ts';
import { readChecked } from '../../src/tree/pack.ts';
import { objectPath, SEARCH_FIGURES, searchSegment } from '../../src/tree/static-tree.ts';
import type { Store } from '../../src/tree/store.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import type { SearchPort } from '../ports/search-port.ts';
import { searchOver } from '../search/search-over-index.ts';
import type { IndexMemory } from './index-memory.ts';

/** What is asked of a tree here. */
interface ListedTree {
  id: string;
  catalog: Address;
  rowsStart: number;
  /** What its list says of `key`; undefined when it does not name it. */
  listed(key: string): Awaitable<Listed | undefined>;
}

/** Memory that is each index's own. */
const ownMemory: IndexMemory = { known: () => undefined, room: (bytes) => new ArrayBuffer(bytes), remember() {} };

/**
 * Opens the search of `tree`, which lies in `store`, with its index in `memory`. Throws, or rejects, where it has none,
 * or a damaged one.
 */
export function openSearch(tree: ListedTree, store: Store, memory = ownMemory): Awaitable<SearchPort> {
  const catalog = objectPath('catalog', tree.catalog);
  const bytesOf = catalogReader(tree, store);
  const bufferOf = ({ sha256 }: Listed) =>
    memory.known(sha256) ??
    andThen(readChecked(store, sha256), (bytes) => {
      const file = memory.room(bytes.length);
      new Uint8Array(file).set(bytes);
      memory.remember(sha256, file);
      return file;
    });
  return andThen(searchFiles(tree), (files) =>
    andThen(allOf(files.map(bufferOf)), ([figures, ...segments]) =>
      searchOver(new SearchIndex({ figures: figures!, segments }), tree.rowsStart, bytesOf, (start, end) =>
        store.mistrust?.(catalog, start, end),
      ),
    ),
  );
}

/** Reads bytes of the catalog object of `tree`, in `store`. */
export function catalogReader({ catalog }: Pick<ListedTree, 'catalog'>, store: Store) {
  const name = objectPath('catalog', catalog);
  return (start: number, end: number): Awaitable<Uint8Array> =>
    andThen(store.range(name, start, end), (row) => {
      if (row?.length === end - start) return row;
      throw new Error(`the catalog object ends before byte ${end}, where the search index has a row`);
    });
}

/** The files of the search index of `tree`: figures, then segments. Throws, or rejects, where it has none. */
export function searchFiles(tree: Pick<ListedTree, 'id' | 'listed'>): Awaitable<Listed[]> {
  return andThen(tree.listed(SEARCH_FIGURES), (figures) => {
    if (!figures) throw new Error(`torn tree ${tree.id}: it has no search index; rebuild with "model-hub build"`);
    return andThen(segmentsFrom(0, tree), (segments) => [figures, ...segments]);
  });
}

function segmentsFrom(number: number, tree: Pick<ListedTree, 'listed'>): Awaitable<Listed[]> {
  return andThen(tree.listed(searchSegment(number)), (segment) =>
    segment ? andThen(segmentsFrom(number + 1, tree), (others) => [segment, ...others]) : [],
  );
}
