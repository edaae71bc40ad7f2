// The rows file of the search index is the catalog object itself: its rows stand one a line, a comma and a line feed apart.
import type { RowBytes } from '../parts/figures.ts';
import type { SearchIndex } from './search-index.ts';

const BETWEEN_ROWS = 2;

/** The place of the JSON of a slot's row in the catalog object whose rows begin at `rowsStart`. */
export function rowInCatalog(index: SearchIndex, slot: number, rowsStart: number): RowBytes {
  return placeInCatalog(index.rowBytes(slot), index.rowNumberOf(slot), rowsStart);
}

/** The same of the row with this number, which lies at `place` in a file of rows without anything between them. */
export function placeInCatalog({ start, end }: RowBytes, rowNumber: number, rowsStart: number): RowBytes {
  const before = rowsStart + rowNumber * BETWEEN_ROWS;
  return { start: before + start, end: before + end };
}
