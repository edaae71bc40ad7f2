// Lists of the rows of a segment that satisfy one condition. Some are stored, and others are made when a search needs
// them.
import { Remembered } from '../../basics/remembered.ts';
import { addRow, addRows, countRows, unite, wordsFor } from './bitmap.ts';

/**
 * A list is a bitmap if it has at least one row in `DENSE_FROM` rows of the segment. With 8, the index would be smallest.
 * With 32, the index is a tenth larger, but the longest list that must be decoded is four times shorter.
 */
export const DENSE_FROM = 32;

/** The rows that satisfy a condition. */
export interface RowList {
  count: number;
  /** The rows as a bitmap over all rows; undefined for a list with few rows. */
  bitmap: Uint32Array | undefined;
  /** Writes the rows of a list without a bitmap to `target` in ascending order, and returns their number. */
  write(target: Uint32Array): number;
}

/** Makes a list from a bitmap over all rows of a segment. */
const bitmapList = (bitmap: Uint32Array): RowList => ({ count: countRows(bitmap), bitmap, write: () => 0 });

/**
 * Returns one list of the rows that are in any of `lists`; undefined if there are no lists. `rows` is the number of
 * rows in the segment.
 */
export function united(lists: readonly RowList[], rows: number): RowList | undefined {
  if (lists.length < 2) return lists[0];
  const most = lists.reduce((sum, { count }) => sum + count, 0);
  return most * DENSE_FROM < rows ? unitedFew(lists, most) : unitedMany(lists, rows);
}

function unitedFew(lists: readonly RowList[], most: number): RowList {
  const all = new Uint32Array(most);
  let count = 0;
  for (const list of lists) count += list.write(all.subarray(count));
  const sorted = all.sort();
  let kept = 0;
  for (let at = 0; at < count; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at]!;
  const found = sorted.subarray(0, kept);
  const write = (target: Uint32Array) => {
    target.set(found);
    return kept;
  };
  return { count: kept, bitmap: undefined, write };
}

function unitedMany(lists: readonly RowList[], rows: number): RowList {
  const words = new Uint32Array(wordsFor(rows));
  const few = new Uint32Array(Math.ceil(rows / DENSE_FROM) + 8);
  for (const list of lists) {
    if (list.bitmap !== undefined) unite(words, list.bitmap);
    else addRows(words, few, list.write(few));
  }
  return bitmapList(words);
}

/**
 * The maximum number of lists kept. Visitors often ask for the same ranges, because few sizes of memory and of models
 * are usual.
 */
const KEPT = 16;

/** Makes lists of the rows whose value in one column lies in a range. */
export class ValueRanges {
  readonly #values: Float64Array;
  readonly #lists = new Remembered<string, RowList>({ most: KEPT });

  /** `values` has the value of each row. NaN means unknown; no range contains such a row. */
  constructor(values: Float64Array) {
    this.#values = values;
  }

  /** Returns the list of the rows whose value is from `least` to `most`, both included. */
  listOf(least: number, most: number): RowList {
    return this.#lists.made(`${least} ${most}`, () => {
      const words = new Uint32Array(wordsFor(this.#values.length));
      for (const [row, value] of this.#values.entries()) if (value >= least && value <= most) addRow(words, row);
      return bitmapList(words);
    });
  }
}
