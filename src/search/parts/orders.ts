// The order of all rows by one sort key in both directions, read from one precomputed permutation.

import type { Layout, SortKey } from '../format/format.ts';
import { hasRow } from './bitmap.ts';

/** Receives the rows of a walk along an order. */
export interface RowTaker {
  /** The wanted rows as a bitmap; undefined for all. */
  readonly words: Uint32Array | undefined;
  /** Takes one wanted row, in order; true ends the walk. */
  take(row: number): boolean;
}

/**
 * The order of all live rows by one sort key. Descending: by value, then by downloads (most first), then by id. Ascending:
 * smallest value first, and rows of equal value in the same order among themselves as before. In both directions rows
 * without a value come last.
 */
export class SortOrder {
  /** The rows in descending order. */
  readonly #order: Uint32Array;
  /** The place of each slot in descending order; NOWHERE for a dead slot. */
  readonly #rank: Uint32Array;
  /** The starts of the groups of equal value in descending order, and the end of the last. */
  readonly #starts: Uint32Array;
  readonly #values: Float64Array;
  /** The number of rows with a value. */
  readonly #valued: number;

  constructor(layout: Layout, key: SortKey) {
    this.#order = layout.words(`${key}Order`);
    this.#rank = layout.words(`${key}Rank`);
    this.#starts = layout.words(`${key}Starts`);
    this.#values = layout.doubles(`${key}Values`);
    this.#valued = this.#starts.at(-1) ?? 0;
  }

  /** Gives the value in a slot (createdAt in ms since 1970); NaN for none. */
  valueOf(slot: number): number {
    const rank = this.#rank[slot]!;
    return rank < this.#valued ? this.#values[this.#group(rank)]! : Number.NaN;
  }

  /** Makes a column of the values by slot, NaN for none. */
  column(): Float64Array {
    const column = new Float64Array(this.#rank.length).fill(Number.NaN);
    for (let group = 0; group < this.#values.length; group++) {
      const end = this.#starts[group + 1]!;
      for (let at = this.#starts[group]!; at < end; at++) column[this.#order[at]!] = this.#values[group]!;
    }
    return column;
  }

  /** Gives the place of a slot in the order; NOWHERE for a dead one. */
  positionOf(row: number, ascending: boolean): number {
    const rank = this.#rank[row]!;
    return ascending && rank < this.#valued ? this.#mirrored(this.#group(rank), rank) : rank;
  }

  /** Gives the row at a place in the order. */
  rowAt(position: number, ascending: boolean): number {
    if (!ascending || position >= this.#valued) return this.#order[position]!;
    const group = this.#group(this.#valued - 1 - position);
    return this.#order[this.#starts[group]! + position - this.#mirrored(group, this.#starts[group]!)]!;
  }

  /** Passes the rows at places `from` to `to` (not included) to `taker`, until `taker` wants no more. */
  walk(from: number, to: number, ascending: boolean, taker: RowTaker): void {
    const end = Math.min(to, this.#order.length);
    if (!ascending || from >= this.#valued) {
      this.#walkRun(from, end, taker);
      return;
    }
    let group = this.#group(this.#valued - 1 - from);
    const first = this.#starts[group]!;
    let at = first + from - this.#mirrored(group, first);
    for (let place = from; place < end && place < this.#valued; at = this.#starts[--group]!) {
      const length = Math.min(this.#starts[group + 1]! - at, end - place);
      if (this.#walkRun(at, at + length, taker)) return;
      place += length;
    }
    this.#walkRun(this.#valued, end, taker);
  }

  /** Tests the bit here and not in the taker: this loop passes over millions of rows for the few that it hands on. */
  #walkRun(from: number, end: number, taker: RowTaker): boolean {
    const order = this.#order;
    const words = taker.words;
    for (let at = from; at < end; at++) {
      const row = order[at]!;
      if (words !== undefined && !hasRow(words, row)) continue;
      if (taker.take(row)) return true;
    }
    return false;
  }

  /** Gives the ascending place of a valued row, from its group and descending place. */
  #mirrored(group: number, rank: number): number {
    return this.#valued - this.#starts[group + 1]! + rank - this.#starts[group]!;
  }

  /** Gives the group with a descending place. */
  #group(rank: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= rank) low = middle;
      else high = middle;
    }
    return low;
  }
}
