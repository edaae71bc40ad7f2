// Reads the rows of models, from the search index of a tree or from the catalog of a day, and lets searches wait for
// their turn.

import { defined } from '../../src/basics/records.ts';
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { hasOwner, type RangedCatalog, rowOfCatalog } from '../../src/catalog/row-search.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { SearchQuery } from '../../src/search/query.ts';
import { SearchAway, type SearchPort } from '../../src/search/search-port.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import type { Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';

const utf8 = new TextDecoder();

/** Parses a row of the search index. */
export function readRow(bytes: Uint8Array): ModelRow {
  return JSON.parse(utf8.decode(bytes)) as ModelRow;
}

/** Reads the row of a model; undefined if the index lacks it. */
export async function rowIn(index: SearchPort, id: string): Promise<ModelRow | undefined> {
  const row = await index.rowOf(id);
  return row && readRow(row);
}

/** Returns the rows of the first page that `query` finds. */
export async function firstRowsOf(index: SearchPort, query: SearchQuery): Promise<ModelRow[]> {
  const page = await index.search(query);
  return page.kind === 'page' ? (await index.rows(page.rows)).map(readRow) : [];
}

/** Up to this number of models, a search takes no longer than the wait for a turn. */
const FEW_MODELS = 20_000;

/** Takes a turn for a search over the models of `tree`. Returns undefined if the search need not wait. */
export function takeSearchTurn(tree: Tree): Promise<void> | undefined {
  return tree.models > FEW_MODELS ? takeTurn() : undefined;
}

/**
 * Does `work`, which searches the models of `tree`, when its turn comes. The turn comes at once if no other work waits.
 */
export function searchInTurn<T>(tree: Tree, work: (index: SearchPort) => Awaitable<T>): Awaitable<T> {
  return andThen(takeSearchTurn(tree), () => andThen(tree.search(), work));
}

type Files = Pick<Tree, 'read' | 'range'>;

/** Finds the catalog with this address; undefined if this hub lacks it. */
async function catalogFile(tree: Files, address: string): Promise<RangedCatalog | undefined> {
  const path = objectPath('catalog', parseAddress(address)!);
  const file = await tree.read(path);
  return file && { size: file.size, range: (start, end) => tree.range(path, start, end) };
}

/** Returns the row of a model; undefined if the catalog lacks the model, or if this hub lacks the catalog. */
async function rowOnDay(tree: Files, catalog: string, id: string): Promise<ModelRow | undefined> {
  const opened = await catalogFile(tree, catalog);
  return opened && rowOfCatalog<ModelRow>(opened, id);
}

function away(): never {
  throw new SearchAway('the search index does not fit into the memory of this host');
}

/**
 * Stands for the search of a tree whose index does not fit into the memory of the host. It finds exact ids and owners in
 * the catalog, and nothing else.
 */
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
