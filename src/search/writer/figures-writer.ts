// Collects the figures of all rows in the order of the catalog, and sorts the rows by these figures.
import { firstSlots, NOWHERE, type OrderSections, SORTS, writeLayout } from '../format/format.ts';
import { HASH_WORDS } from '../format/row-hash.ts';
import { Growable } from './growable.ts';
import { writeOrder } from './order-writer.ts';

/**
 * The facts of a row that change daily. `values` are in the order of SORTS (NaN if unknown), `bytes` is the length of
 * the row's JSON, and `hash` is the hash of the JSON.
 */
interface RowFigures {
  values: readonly number[];
  bytes: number;
  hash: ArrayLike<number>;
}

export class FiguresWriter {
  readonly #slots = new Growable(new Uint32Array(1024));
  readonly #columns = SORTS.map(() => new Growable(new Float64Array(1024)));
  readonly #rowStarts = new Growable(new Float64Array(1024));
  readonly #hashes = new Growable(new Uint32Array(4096));
  #rowsEnd = 0;

  /** Adds the next row of the catalog. `slot` is the number of the row in the index. */
  add(slot: number, { values, bytes, hash }: RowFigures): void {
    this.#slots.push(slot);
    for (let sort = 0; sort < SORTS.length; sort++) this.#columns[sort]!.push(values[sort]!);
    this.#rowStarts.push(this.#rowsEnd);
    this.#rowsEnd += bytes;
    for (let at = 0; at < HASH_WORDS; at++) this.#hashes.push(hash[at]!);
  }

  /** Returns the file in chunks. `segmentRows` has the number of rows of each segment, including dead rows. */
  finish(segmentRows: readonly number[]): Uint8Array[] {
    this.#rowStarts.push(this.#rowsEnd);
    const slots = this.#slots.filled();
    const rowNumbers = new Uint32Array(firstSlots(segmentRows).at(-1)!).fill(NOWHERE);
    for (let row = 0; row < slots.length; row++) rowNumbers[slots[row]!] = row;
    return writeLayout('figures', slots.length, {
      segmentRows: Uint32Array.from(segmentRows),
      rowNumbers,
      rowStarts: this.#rowStarts.filled(),
      rowHashes: this.#hashes.filled(),
      ...this.#orders(slots, rowNumbers),
    });
  }

  /** Sorts by downloads first, because that order decides between rows of equal value in all other orders. */
  #orders(slots: Uint32Array, rowNumbers: Uint32Array): OrderSections {
    let ties: Uint32Array = slots.map((_, row) => row);
    const sections: Partial<OrderSections> = {};
    for (const [sort, key] of SORTS.entries()) {
      const { order, rank, starts, values } = writeOrder(this.#columns[sort]!.filled(), ties);
      if (key === 'downloads') ties = order;
      Object.assign(sections, {
        [`${key}Order`]: order.map((row) => slots[row]!),
        [`${key}Rank`]: rowNumbers.map((row) => (row === NOWHERE ? NOWHERE : rank[row]!)),
        [`${key}Starts`]: starts,
        [`${key}Values`]: values,
      });
    }
    return sections as OrderSections;
  }
}
