// The rows file of the search index is the catalog object itself, where each row is a line, and lines end with a comma and
// a line feed.
import type { RowBytes } from '../parts/figures.ts';
import type { SearchIndex } from './search-index.ts';

const BETWEEN_ROWS = 2;

/** Gives the place of a slot's row in the catalog object whose rows begin at `rowsStart`. */
export function rowInCatalog(index: SearchIndex, slot: number, rowsStart: number): RowBytes {
  return placeInCatalog(index.rowBytes(slot), index.rowNumberOf(slot), rowsStart);
}

/**
 * Gives the place in the catalog object of the row with this number, from its place in a file of rows without
 * separators.
 */
export function placeInCatalog({ start, end }: RowBytes, rowNumber: number, rowsStart: number): RowBytes {
  const before = rowsStart + rowNumber * BETWEEN_ROWS;
  return { start: before + start, end: before + end };
}
