// Collects the figures of all rows in the order of the catalog, and sorts the rows by these figures.
import { firstSlots, NOWHERE, type OrderSections, SORTS, writeLayout } from '../format/format.ts';
import { HASH_WORDS } from '../format/row-hash.ts';
import { Growable } from './growable.ts';

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

/** The sections for one sort key, which `SortOrder` reads. */
interface WrittenOrder {
  order: Uint32Array;
  rank: Uint32Array;
  starts: Uint32Array;
  values: Float64Array;
}

const DIGIT_BITS = 16;
const DIGITS = 64 / DIGIT_BITS;
const BUCKETS = 1 << DIGIT_BITS;

/**
 * Sorts rows by their values in `column`, descending. NaN means no value, and such rows come last. Rows of equal value
 * keep their order in `ties`, a permutation of all rows. `column` stays unchanged.
 */
function writeOrder(column: Float64Array, ties: Uint32Array): WrittenOrder {
  const order = new Uint32Array(ties.length);
  let valued = 0;
  for (const row of ties) if (!Number.isNaN(column[row]!)) order[valued++] = row;
  let missing = valued;
  for (const row of ties) if (Number.isNaN(column[row]!)) order[missing++] = row;
  sortByDigits(order.subarray(0, valued), descendingKeys(column));
  const rank = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) rank[order[place]!] = place;
  return { order, rank, ...groups(order.subarray(0, valued), column) };
}

/**
 * Makes keys of 64 bits, with the low word first. Sorting the keys as unsigned numbers in ascending order sorts the
 * values in descending order.
 */
function descendingKeys(column: Float64Array): Uint16Array {
  const words = new Uint32Array(column.slice().buffer);
  for (let at = 0; at < words.length; at += 2) {
    // The bits of a negative double, read as a number, become smaller as its value rises. The bits of a positive double
    // are inverted, except the sign.
    if (words[at + 1]! >>> 31 === 0) {
      words[at] = ~words[at]!;
      words[at + 1] = words[at + 1]! ^ 0x7fffffff;
    }
  }
  return new Uint16Array(words.buffer);
}

/** Sorts `rows` stably by radix, digit by digit. A digit that is equal in all keys is only counted. */
function sortByDigits(rows: Uint32Array, keys: Uint16Array): void {
  let from = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  const buckets = new Uint32Array(BUCKETS);
  for (let digit = 0; digit < DIGITS; digit++) {
    buckets.fill(0);
    for (let at = 0; at < from.length; at++) buckets[keys[from[at]! * DIGITS + digit]!]!++;
    if (from.length === 0 || buckets[keys[from[0]! * DIGITS + digit]!] === from.length) continue;
    let sum = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = buckets[bucket]!;
      buckets[bucket] = sum;
      sum += size;
    }
    for (let at = 0; at < from.length; at++) to[buckets[keys[from[at]! * DIGITS + digit]!]!++] = from[at]!;
    [from, to] = [to, from];
  }
  if (from !== rows) rows.set(from);
}

function groups(order: Uint32Array, column: Float64Array): Pick<WrittenOrder, 'starts' | 'values'> {
  const starts = new Uint32Array(order.length + 1);
  let count = 0;
  for (let place = 0; place < order.length; place++) {
    if (place === 0 || column[order[place]!] !== column[order[place - 1]!]) starts[count++] = place;
  }
  starts[count] = order.length;
  const values = new Float64Array(count);
  for (let group = 0; group < count; group++) values[group] = column[order[starts[group]!]!]!;
  return { starts: starts.slice(0, count + 1), values };
}
