// Reads the file of figures: the live rows, their sort orders and values, and where they lie in the catalog.
import {
  firstSlots,
  type Layout,
  NOWHERE,
  readLayout,
  SearchIndexError,
  SORTS,
  type SortKey,
} from '../format/format.ts';
import { HASH_WORDS } from '../format/row-hash.ts';
import { addRow, wordsFor } from './bitmap.ts';
import { SortOrder } from './orders.ts';

/** The place of a row's JSON in the rows file: from byte `start` up to, not including, byte `end`. */
export interface RowBytes {
  start: number;
  end: number;
}

export class Figures {
  /** The number of live rows. */
  readonly rows: number;
  /** The first slot of each segment and, last, the number of all slots. */
  readonly firsts: readonly number[];
  /** The number of rows in each segment. */
  readonly segmentRows: Uint32Array;
  /** The row number in the catalog for each slot; NOWHERE for a dead slot, whose row was replaced or removed. */
  readonly rowNumbers: Uint32Array;
  /** The live slots as a bitmap. */
  readonly live: Uint32Array;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
  readonly #rowStarts: Float64Array;
  readonly #rowHashes: Uint32Array;

  /** Opens the figures in `buffer`. Throws a SearchIndexError if it has no figures, or only a part of them. */
  constructor(buffer: ArrayBufferLike) {
    const layout = readLayout('figures', buffer);
    this.rows = layout.rows;
    this.segmentRows = layout.words('segmentRows');
    this.firsts = firstSlots(this.segmentRows);
    this.rowNumbers = layout.words('rowNumbers');
    this.#rowStarts = layout.doubles('rowStarts');
    this.#rowHashes = layout.words('rowHashes');
    this.orders = openOrders(layout);
    if (
      this.#rowHashes.length !== this.rows * HASH_WORDS ||
      this.#rowStarts.length !== this.rows + 1 ||
      this.rowNumbers.length !== this.firsts.at(-1)
    )
      throw new SearchIndexError('damaged', 'has columns of different lengths');
    this.live = liveSlots(this.rowNumbers);
  }

  isLive(slot: number): boolean {
    return this.rowNumbers[slot] !== NOWHERE;
  }

  /** Returns where the catalog row with this number lies in the rows file. */
  rowBytes(rowNumber: number): RowBytes {
    return { start: this.#rowStarts[rowNumber]!, end: this.#rowStarts[rowNumber + 1]! };
  }

  /** Returns the hash of the catalog row with this number (`row-hash.ts`). */
  rowHash(rowNumber: number): Uint32Array {
    return this.#rowHashes.subarray(rowNumber * HASH_WORDS, (rowNumber + 1) * HASH_WORDS);
  }

  /** The size of the whole rows file in bytes. */
  get rowsFileBytes(): number {
    return this.#rowStarts[this.rows]!;
  }
}

function openOrders(layout: Layout): Record<SortKey, SortOrder> {
  return Object.fromEntries(SORTS.map((key) => [key, new SortOrder(layout, key)])) as Record<SortKey, SortOrder>;
}

function liveSlots(rowNumbers: Uint32Array): Uint32Array {
  const live = new Uint32Array(wordsFor(rowNumbers.length));
  for (let slot = 0; slot < rowNumbers.length; slot++) if (rowNumbers[slot] !== NOWHERE) addRow(live, slot);
  return live;
}
