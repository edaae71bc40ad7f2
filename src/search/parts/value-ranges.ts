// Makes posting lists of the rows whose value lies in a range, when a search needs them.
import { Remembered } from '../../basics/remembered.ts';
import { addRow, wordsFor } from './bitmap.ts';
import type { ListRef } from './narrowed-rows.ts';
import { bitmapList } from './united-lists.ts';

/**
 * The maximum number of lists kept. Visitors often ask for the same ranges, because few sizes of memory and of models
 * are usual.
 */
const KEPT = 16;

/** Makes lists of rows from one column of the index. */
export class ValueRanges {
  readonly #values: Float64Array;
  readonly #lists = new Remembered<string, ListRef>({ most: KEPT });

  /** `values` has the value of each row. NaN means unknown; no range contains such a row. */
  constructor(values: Float64Array) {
    this.#values = values;
  }

  /** Returns the list of the rows whose value is from `least` to `most`, both included. */
  listOf(least: number, most: number): ListRef {
    return this.#lists.made(`${least} ${most}`, () => this.#make(least, most));
  }

  #make(least: number, most: number): ListRef {
    const words = new Uint32Array(wordsFor(this.#values.length));
    for (const [row, value] of this.#values.entries()) if (value >= least && value <= most) addRow(words, row);
    return bitmapList(words);
  }
}
