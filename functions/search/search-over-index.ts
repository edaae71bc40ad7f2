// Search over an opened index: what is the same on every host, which only says how it reads a row's bytes.
import { type Awaitable, allOf } from '../../src/basics/awaitable.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import type { SearchFilter } from '../../src/search/conditions.ts';
import type { Counted } from '../../src/search/facets.ts';
import { checkedRow } from '../../src/search/format/row-hash.ts';
import { rowInCatalog } from '../../src/search/index/rows-in-catalog.ts';
import type { SearchIndex } from '../../src/search/index/search-index.ts';
import type { SearchQuery } from '../../src/search/search.ts';
import type { SearchPort } from '../../src/search/search-port.ts';

/** Gives what `checked` makes of the bytes of the catalog object from `start` up to `end`; it throws where they are no row. */
export type RowReader = (
  start: number,
  end: number,
  checked: (bytes: Uint8Array) => Uint8Array,
) => Awaitable<Uint8Array>;

/** The port over `index`; `read` reads the catalog object, whose rows begin at `rowsStart`. */
export function searchOver(index: SearchIndex, rowsStart: number, read: RowReader): SearchPort {
  // Counting costs milliseconds over a million rows, and visitors ask what others asked.
  const facets = new Remembered<string, Counted>({ most: 256 });
  const counts = new Remembered<string, number>({ most: 1024 });
  const countOf = (query: SearchFilter) => {
    const key = keyOf(query);
    const known = facets.known(key)?.total ?? counts.known(key);
    if (known !== undefined) return known;
    const count = index.count(query);
    counts.put(key, count);
    return count;
  };
  const bytesOf = (row: number) => {
    const { start, end } = rowInCatalog(index, row, rowsStart);
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
    figuresOf: (id) => index.figuresOf(id),
    idIgnoringCase(id) {
      const row = index.rowOfIgnoringCase(id);
      return row < 0 ? undefined : index.idAt(row);
    },
    idsByName: (name) => index.rowsByName(name).map((row) => index.idAt(row)),
    facets(filter) {
      const key = keyOf(filter);
      const known = facets.known(key);
      if (known) return known;
      const counted = index.facets(filter);
      facets.put(key, counted);
      return counted;
    },
  };
  return port;
}

/** A key for the filter of a question, whatever the order and the page it wants. */
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
