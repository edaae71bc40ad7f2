// Searches an opened index in the same way on every host. A host adds only a function that reads the bytes of rows.
import { type Awaitable, allOf, createRemembered } from '../../src/basics/remembered.ts';
import { checkedRow } from '../../src/search/columns.ts';
import type { Counted } from '../../src/search/facets.ts';
import type { SearchFilter, SearchQuery } from '../../src/search/query.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import type { SearchPort } from '../../src/search/search-port.ts';

/**
 * Reads the bytes of the catalog object from `start` up to `end`, and returns the result of `checked`, which throws if
 * these bytes are not a row.
 */
type RowReader = (start: number, end: number, checked: (bytes: Uint8Array) => Uint8Array) => Awaitable<Uint8Array>;

/** Makes the search port over `index`. `read` reads the catalog object; its rows begin at `rowsStart`. */
export function searchOver(index: SearchIndex, rowsStart: number, read: RowReader): SearchPort {
  // Counts are kept, because a count takes milliseconds over a million rows, and many visitors ask for the same counts.
  const facets = createRemembered<string, Counted>({ most: 256 });
  const counts = createRemembered<string, number>({ most: 1024 });
  const countOf = (query: SearchFilter) => {
    const key = keyOf(query);
    return facets.known(key)?.total ?? counts.made(key, () => index.count(query));
  };
  const bytesOf = (row: number) => {
    const { start, end } = index.placeInCatalog(row, rowsStart);
    return read(start, end, (bytes) => checkedRow(bytes, index.rowHash(row)));
  };
  const port: SearchPort = {
    without(ids) {
      const rest = index.without(ids);
      return rest === index ? port : searchOver(rest, rowsStart, read);
    },
    search: (query) => index.search(query),
    count: countOf,
    rows: (numbers) => allOf(Array.from(numbers, bytesOf)),
    rowOf(id) {
      const row = index.rowOf(id);
      return row < 0 ? undefined : bytesOf(row);
    },
    hasOwner: (author) => countOf({ author }) > 0,
    figuresOf: (id) => index.figuresOf(id),
    idIgnoringCase(id) {
      const row = index.rowOfIgnoringCase(id);
      return row < 0 ? undefined : index.idAt(row);
    },
    idsByName: (name) => index.rowsByName(name).map((row) => index.idAt(row)),
    facets: (filter) => facets.made(keyOf(filter), () => index.facets(filter)),
  };
  return port;
}

/** Makes a key of a query's filters, without the order and the page. */
function keyOf({
  sort,
  ranked,
  ascending,
  limit,
  after,
  skip,
  ...filter
}: SearchFilter & Partial<SearchQuery>): string {
  return JSON.stringify(filter);
}
