// The search of a tree of packs: the files of its index read whole and checked, its rows read from the catalog object.

import { type Awaitable, allOf, andThen } from '../../../src/basics/awaitable.ts';
import type { Address } from '../../../src/nouns/address.ts';
import { SearchIndex } from '../../../src/search/index/search-index.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { readChecked } from '../../../src/tree/checked-read.ts';
import { readNamed } from '../../../src/tree/pack.ts';
import { objectPath, SEARCH_FIGURES, searchSegment } from '../../../src/tree/static-tree.ts';
import type { Store } from '../../../src/tree/store.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { type RowReader, searchOver } from '../../search/search-over-index.ts';
import type { IndexMemory } from './index-memory.ts';

/** The part of a tree that this file uses. */
interface ListedTree {
  id: string;
  catalog: Address;
  rowsStart: number;
  /** Gives the list's entry for `key`; undefined when the list lacks it. */
  listed(key: string): Awaitable<Listed | undefined>;
}

/** Memory that is each index's own. */
const ownMemory: IndexMemory = { known: () => undefined, room: (bytes) => new ArrayBuffer(bytes), remember() {} };

/**
 * Opens the search of `tree` in `store`, with its index in `memory`. Throws, or rejects, for a missing or damaged
 * index.
 */
export function openSearch(tree: ListedTree, store: Store, memory = ownMemory): Awaitable<SearchPort> {
  const bufferOf = ({ sha256 }: Listed) =>
    memory.known(sha256) ??
    andThen(readNamed(store, sha256), (bytes) => {
      const file = memory.room(bytes.length);
      new Uint8Array(file).set(bytes);
      memory.remember(sha256, file);
      return file;
    });
  return andThen(searchFiles(tree), (files) =>
    andThen(allOf(files.map(bufferOf)), ([figures, ...segments]) =>
      searchOver(new SearchIndex({ figures: figures!, segments }), tree.rowsStart, catalogReader(tree, store)),
    ),
  );
}

/** Reads rows of the catalog object of `tree`, in `store`. */
export function catalogReader({ catalog }: Pick<ListedTree, 'catalog'>, store: Store): RowReader {
  const name = objectPath('catalog', catalog);
  return (start, end, checked) => {
    const read = () => andThen(store.range(name, start, end), (row = new Uint8Array()) => checked(row));
    return readChecked(store, name, read, { start, end });
  };
}

/** Lists the files of the search index of `tree`: figures, then segments. Throws, or rejects, when it has none. */
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
