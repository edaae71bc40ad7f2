// The search of a tree of packs: its index read as a whole and checked, its rows read from the catalog object.

import type { Address } from '../../src/address.ts';
import { type Awaitable, andThen } from '../../src/awaitable.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { objectPath, SEARCH_INDEX } from '../../src/static-tree.ts';
import { readChecked } from '../../src/tree/pack.ts';
import type { Store } from '../../src/tree/store.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { searchOver } from '../search/search-over-index.ts';
import type { SearchPort } from '../search/search-port.ts';

/** What the search asks of its tree. */
interface SearchedTree {
  id: string;
  catalog: Address;
  /** Where the rows of the catalog object begin. */
  rowsStart: number;
  listed(key: string): Awaitable<Listed | undefined>;
}

/** Opens the search of `tree`, which lies in `store`. Throws, or rejects, where it has no index, or a damaged one. */
export function openSearch(tree: SearchedTree, store: Store): Awaitable<SearchPort> {
  const catalog = objectPath('catalog', tree.catalog);
  const bytesOf = (start: number, end: number) =>
    andThen(store.range(catalog, start, end), (row) => {
      if (row?.length === end - start) return row;
      throw new Error(`the catalog object ends before byte ${end}, where the search index has a row`);
    });
  return andThen(tree.listed(SEARCH_INDEX), (listed) => {
    if (!listed) throw new Error(`torn tree ${tree.id}: it has no search index; rebuild with "model-hub build"`);
    return andThen(readChecked(store, listed.sha256), (bytes) =>
      searchOver(new SearchIndex(new Uint8Array(bytes).buffer), tree.rowsStart, bytesOf),
    );
  });
}
