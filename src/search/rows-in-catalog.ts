// The rows file of the search index is the catalog object itself: its rows stand one a line, a comma and a line feed apart.
import type { RowBytes, SearchIndex } from './search-index.ts';

const BETWEEN_ROWS = 2;

/** Where the row's JSON lies in the catalog object whose rows begin at `rowsStart`. */
export function rowInCatalog(index: SearchIndex, row: number, rowsStart: number): RowBytes {
  const { start, end } = index.rowBytes(row);
  const before = rowsStart + row * BETWEEN_ROWS;
  return { start: before + start, end: before + end };
}
