// Stands for the search of a tree whose index does not fit into the memory of the host. Models are still found by their
// exact ids, which needs no index.
import { SearchAway, type SearchPort } from '../../src/search/search-port.ts';

function away(): never {
  throw new SearchAway('the search index does not fit into the memory of this host');
}

export const noSearch: SearchPort = {
  without: () => noSearch,
  search: away,
  count: away,
  rows: away,
  rowOf: away,
  facets: away,
  figuresOf: () => undefined,
  idIgnoringCase: () => undefined,
  idsByName: () => [],
};

/** Returns the result of `work`, or `otherwise` if the work needs a search index and there is none. */
export async function unlessAway<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SearchAway) return otherwise;
    throw error;
  }
}
