// Finds rows in the catalog object, which is the rows file of the search index. There each row is a line that ends with
// a comma and a line feed.
import type { RowBytes } from '../parts/figures.ts';
import type { SearchIndex } from './search-index.ts';

const BETWEEN_ROWS = 2;

/** Gives the place of a slot's row in a catalog object whose rows begin at `rowsStart`. */
export function rowInCatalog(index: SearchIndex, slot: number, rowsStart: number): RowBytes {
  return placeInCatalog(index.rowBytes(slot), index.rowNumberOf(slot), rowsStart);
}

/**
 * Gives the place of a row in the catalog object, from its number and its place in a file of rows without separators.
 */
export function placeInCatalog({ start, end }: RowBytes, rowNumber: number, rowsStart: number): RowBytes {
  const before = rowsStart + rowNumber * BETWEEN_ROWS;
  return { start: before + start, end: before + end };
}
