// Opens the search of a tree of packs. The search index is read as a whole, and always checked. The rows
// come from the catalog object.

import { type Awaitable, allOf, andThen } from '../../../src/basics/awaitable.ts';
import type { Address } from '../../../src/nouns/address.ts';
import { SearchIndex } from '../../../src/search/search-index.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { readChecked } from '../../../src/tree/checked-read.ts';
import { readNamed } from '../../../src/tree/pack.ts';
import { objectPath, SEARCH_FIGURES, searchSegment } from '../../../src/tree/static-tree.ts';
import type { Store } from '../../../src/tree/store.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { type RowReader, searchOver } from '../../search/search-over-index.ts';
import type { IndexMemory } from './index-memory.ts';

/** The facts and functions of a tree that this file uses. */
interface ListedTree {
  id: string;
  catalog: Address;
  rowsStart: number;
  /** Returns the entry for `key` in the tree's list; undefined if the list lacks it. */
  listed(key: string): Awaitable<Listed | undefined>;
}

/**
 * Opens the search of `tree` in `store`, with its index in `memory`. Throws or rejects if the index is missing or
 * damaged.
 */
export function openSearch(tree: ListedTree, store: Store, memory: IndexMemory): Awaitable<SearchPort> {
  const bufferOf = ({ sha256 }: Listed) =>
    memory.known(sha256) ??
    andThen(readNamed(store, sha256), (bytes) => {
      // A view of a larger buffer is copied, as the index must begin at the start of its buffer.
      const file = (
        bytes.length === bytes.buffer.byteLength ? bytes.buffer : new Uint8Array(bytes).buffer
      ) as ArrayBuffer;
      memory.remember(sha256, file);
      return file;
    });
  return andThen(searchFiles(tree), (files) =>
    andThen(allOf(files.map(bufferOf)), ([figures, ...segments]) =>
      searchOver(new SearchIndex({ figures: figures!, segments }), tree.rowsStart, catalogReader(tree, store)),
    ),
  );
}

/** Makes the function that reads rows in the catalog object of `tree`. */
function catalogReader({ catalog }: Pick<ListedTree, 'catalog'>, store: Store): RowReader {
  const name = objectPath('catalog', catalog);
  return (start, end, checked) => {
    const read = () => andThen(store.range(name, start, end), (row = new Uint8Array()) => checked(row));
    return readChecked(store, name, read, { start, end });
  };
}

/**
 * Lists the files of the search index of `tree`: the figures first, then the segments. Throws or rejects if there are
 * none.
 */
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
