// Stands for the search of a tree whose index does not fit into the memory of the host. It finds exact ids and owners in
// the catalog, and nothing else.
import { defined } from '../../src/basics/defined.ts';
import { hasOwner } from '../../src/catalog/row-search.ts';
import { SearchAway, type SearchPort } from '../../src/search/search-port.ts';
import type { Tree } from '../ports/ports.ts';
import { catalogFile, rowOnDay } from './catalog-row.ts';

function away(): never {
  throw new SearchAway('the search index does not fit into the memory of this host');
}

export function noSearch(tree: Pick<Tree, 'catalog' | 'read' | 'range'>): SearchPort {
  const row = (id: string) => rowOnDay(tree, tree.catalog, id);
  const port: SearchPort = {
    without: () => port,
    search: away,
    count: away,
    rows: away,
    facets: away,
    async rowOf(id) {
      const found = await row(id);
      return found && new TextEncoder().encode(JSON.stringify(found));
    },
    async hasOwner(owner) {
      const catalog = await catalogFile(tree, tree.catalog);
      return catalog !== undefined && hasOwner(catalog, owner);
    },
    async figuresOf(id) {
      const { downloads, likes, trendingScore } = (await row(id)) ?? {};
      return defined({ downloads, likes, trendingScore });
    },
    idIgnoringCase: () => undefined,
    idsByName: () => [],
  };
  return port;
}

/** Returns the result of `work`, or `otherwise` if the work needs a search index and there is none. */
export async function unlessAway<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SearchAway) return otherwise;
    throw error;
  }
}
