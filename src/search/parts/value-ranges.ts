// Rows whose value lies in a range, as a posting list made when it is asked for.
import { Remembered } from '../../basics/remembered.ts';
import { addRow, wordsFor } from './bitmap.ts';
import type { ListRef } from './narrowed-rows.ts';
import { bitmapList } from './united-lists.ts';

/** Lists kept: memory and models come in few sizes, and visitors type the same ones. */
const KEPT = 16;

/** Makes the lists of rows from one column of the index. */
export class ValueRanges {
  readonly #values: Float64Array;
  readonly #lists = new Remembered<string, ListRef>({ most: KEPT });

  /** `values` has the value of each row. A row with NaN, for an unknown value, is in no range. */
  constructor(values: Float64Array) {
    this.#values = values;
  }

  /** Gives the rows from `least` to `most`, both included. */
  listOf(least: number, most: number): ListRef {
    return this.#lists.made(`${least} ${most}`, () => this.#make(least, most));
  }

  #make(least: number, most: number): ListRef {
    const words = new Uint32Array(wordsFor(this.#values.length));
    for (const [row, value] of this.#values.entries()) if (value >= least && value <= most) addRow(words, row);
    return bitmapList(words);
  }
}
