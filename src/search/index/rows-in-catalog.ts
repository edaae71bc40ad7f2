// Finds rows in the catalog object, where each row is a line that ends with a comma and a line feed. The search index
// itself has no rows.
import type { RowBytes } from '../parts/figures.ts';
import type { SearchIndex } from './search-index.ts';

const BETWEEN_ROWS = 2;

/** Returns where a slot's row lies in a catalog object. The rows of the catalog begin at `rowsStart`. */
export function rowInCatalog(index: SearchIndex, slot: number, rowsStart: number): RowBytes {
  return placeInCatalog(index.rowBytes(slot), index.rowNumberOf(slot), rowsStart);
}

/**
 * Returns where a row lies in the catalog object. `start` and `end` say where it lies in a file of rows without
 * separators. `rowNumber` is the number of rows before it.
 */
export function placeInCatalog({ start, end }: RowBytes, rowNumber: number, rowsStart: number): RowBytes {
  const before = rowsStart + rowNumber * BETWEEN_ROWS;
  return { start: before + start, end: before + end };
}
