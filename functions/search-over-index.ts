// Search over an opened index: what is the same on every host, which only says how it reads a row's bytes.
import { LRUCache } from 'lru-cache';
import { type Awaitable, allOf, andThen } from '../src/awaitable.ts';
import type { Counted } from '../src/search-index/facets.ts';
import { rowInCatalog } from '../src/search-index/rows-in-catalog.ts';
import type { SearchFilter } from '../src/search-index/search.ts';
import type { SearchIndex } from '../src/search-index/search-index.ts';
import type { SearchPort } from './search-port.ts';

/** The port over `index`; `read` gives bytes of the catalog object, whose rows begin at `rowsStart`. */
export function searchOver(
  index: SearchIndex,
  rowsStart: number,
  read: (start: number, end: number) => Awaitable<Uint8Array>,
): SearchPort {
  // Counting costs milliseconds over a million rows, and visitors ask what others asked.
  const facets = new LRUCache<string, Counted>({ max: 256 });
  const counts = new LRUCache<string, number>({ max: 1024 });
  const countOf = (query: SearchFilter) => {
    const key = keyOf(query);
    const known = facets.get(key)?.total ?? counts.get(key) ?? index.count(query);
    counts.set(key, known);
    return known;
  };
  const bytesOf = (row: number) => {
    const { start, end } = rowInCatalog(index, row, rowsStart);
    return read(start, end);
  };
  return {
    search: (query) => index.search(query),
    count: countOf,
    rows: (numbers) => allOf(Array.from(numbers, bytesOf)),
    rowOf(id) {
      const row = index.rowOf(id);
      return row < 0 ? undefined : bytesOf(row);
    },
    figuresOf(id) {
      const row = index.rowOf(id);
      return row < 0 ? undefined : andThen(bytesOf(row), (bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    },
    idIgnoringCase(id) {
      const row = index.rowOfIgnoringCase(id);
      return row < 0 ? undefined : index.idAt(row);
    },
    idsByName: (name) => index.rowsByName(name).map((row) => index.idAt(row)),
    facets(filter) {
      const key = keyOf(filter);
      const known = facets.get(key) ?? index.facets(filter);
      facets.set(key, known);
      return known;
    },
  };
}

/** What a question asks of rows, whatever the order and the page it wants them in. */
function keyOf({
  search,
  author,
  pipelineTag,
  library,
  tags,
  sources,
  size,
  fits,
  gated,
  parameters,
}: SearchFilter): string {
  return JSON.stringify([search, author, pipelineTag, library, tags, sources, size, fits, gated, parameters]);
}
