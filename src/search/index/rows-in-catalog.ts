// Finds rows in the catalog object, where each row is a line that ends with a comma and a line feed. The search index
// itself has no rows.
import type { RowBytes } from '../parts/figures.ts';
import type { SearchIndex } from './search-index.ts';

const BETWEEN_ROWS = 2;

/** Returns the bytes of a slot's row in a catalog object. `rowsStart` is the position at which its rows begin. */
export function rowInCatalog(index: SearchIndex, slot: number, rowsStart: number): RowBytes {
  return placeInCatalog(index.rowBytes(slot), index.rowNumberOf(slot), rowsStart);
}

/**
 * Returns the bytes of a row in the catalog object. `start` and `end` are its bytes in a file of rows without
 * separators, and `rowNumber` is the number of rows before it.
 */
export function placeInCatalog({ start, end }: RowBytes, rowNumber: number, rowsStart: number): RowBytes {
  const before = rowsStart + rowNumber * BETWEEN_ROWS;
  return { start: before + start, end: before + end };
}
