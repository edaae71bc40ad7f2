// The order of all rows by one sort key, both directions, read from one precomputed permutation.

import type { Layout, SortKey } from '../format/format.ts';
import { hasRow } from './bitmap.ts';

/** Receives the rows of a walk along an order. */
export interface RowTaker {
  /** The rows wanted, as a bitmap; all when undefined. */
  readonly words: Uint32Array | undefined;
  /** One wanted row, in order; true ends the walk. */
  take(row: number): boolean;
}

/**
 * Rows that live, by their slots: by value descending, then downloads descending, then id; rows without a value last, in both directions.
 * Ascending turns only the value round: groups of equal value in opposite order, each group as it is.
 */
export class SortOrder {
  /** Rows in descending order. */
  readonly #order: Uint32Array;
  /** By slot, its place in descending order; NOWHERE when it is dead. */
  readonly #rank: Uint32Array;
  /** Where each group of equal value starts in descending order, and where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #values: Float64Array;
  /** Rows that have a value. */
  readonly #valued: number;

  constructor(layout: Layout, key: SortKey) {
    this.#order = layout.words(`${key}Order`);
    this.#rank = layout.words(`${key}Rank`);
    this.#starts = layout.words(`${key}Starts`);
    this.#values = layout.doubles(`${key}Values`);
    this.#valued = this.#starts.at(-1) ?? 0;
  }

  /** The value in a slot (createdAt in ms since 1970); NaN for none. */
  valueOf(slot: number): number {
    const rank = this.#rank[slot]!;
    return rank < this.#valued ? this.#values[this.#group(rank)]! : Number.NaN;
  }

  /** The values by slot, NaN for none; made anew at each call. */
  column(): Float64Array {
    const column = new Float64Array(this.#rank.length).fill(Number.NaN);
    for (let group = 0; group < this.#values.length; group++) {
      const end = this.#starts[group + 1]!;
      for (let at = this.#starts[group]!; at < end; at++) column[this.#order[at]!] = this.#values[group]!;
    }
    return column;
  }

  /** The place of a slot in the order; NOWHERE of a dead one. */
  positionOf(row: number, ascending: boolean): number {
    const rank = this.#rank[row]!;
    return ascending && rank < this.#valued ? this.#mirrored(this.#group(rank), rank) : rank;
  }

  /** The row at a place in the order. */
  rowAt(position: number, ascending: boolean): number {
    if (!ascending || position >= this.#valued) return this.#order[position]!;
    const group = this.#group(this.#valued - 1 - position);
    return this.#order[this.#starts[group]! + position - this.#mirrored(group, this.#starts[group]!)]!;
  }

  /** Hands rows to `taker` from a place in the order up to, not including, another, or until it has enough. */
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

  /** The bit is tested here and not by the taker: this loop passes millions of rows for the few it hands on. */
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

  /** The ascending place of a valued row, from its group and descending place. */
  #mirrored(group: number, rank: number): number {
    return this.#valued - this.#starts[group + 1]! + rank - this.#starts[group]!;
  }

  /** The group that holds a descending place. */
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
