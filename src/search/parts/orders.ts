// The order of all rows by one sort key, in both directions. Both directions are read from one stored permutation.

import type { Layout, SortKey } from '../format/format.ts';
import { hasRow } from './bitmap.ts';

/**
 * The order of all live rows by one sort key. In descending order, rows are sorted by value, then by downloads (most
 * first), then by id. In ascending order, the smallest values come first, but rows of equal value stay in the same
 * order. In both directions, rows without a value come last.
 */
export class SortOrder {
  /** The rows in descending order. */
  readonly #order: Uint32Array;
  /** The position of each slot in descending order; NOWHERE for a dead slot, whose row was replaced or removed. */
  readonly #rank: Uint32Array;
  /** The starts of the groups of equal value in descending order and, last, the end of the last group. */
  readonly #starts: Uint32Array;
  readonly #values: Float64Array;
  /** The number of rows that have a value. */
  readonly #valued: number;

  constructor(layout: Layout, key: SortKey) {
    this.#order = layout.words(`${key}Order`);
    this.#rank = layout.words(`${key}Rank`);
    this.#starts = layout.words(`${key}Starts`);
    this.#values = layout.doubles(`${key}Values`);
    this.#valued = this.#starts.at(-1) ?? 0;
  }

  /** Returns the value of a slot (for createdAt, milliseconds since 1970); NaN if it has none. */
  valueOf(slot: number): number {
    const rank = this.#rank[slot]!;
    return rank < this.#valued ? this.#values[this.#group(rank)]! : Number.NaN;
  }

  /** Returns the value of each slot; NaN for slots without a value. */
  column(): Float64Array {
    const column = new Float64Array(this.#rank.length).fill(Number.NaN);
    for (let group = 0; group < this.#values.length; group++) {
      const end = this.#starts[group + 1]!;
      for (let at = this.#starts[group]!; at < end; at++) column[this.#order[at]!] = this.#values[group]!;
    }
    return column;
  }

  /** Returns the position of a slot in the order; NOWHERE for a dead slot. */
  positionOf(row: number, ascending: boolean): number {
    const rank = this.#rank[row]!;
    return ascending && rank < this.#valued ? this.#mirrored(this.#group(rank), rank) : rank;
  }

  /** Returns the slot at a position in the order. */
  rowAt(position: number, ascending: boolean): number {
    if (!ascending || position >= this.#valued) return this.#order[position]!;
    const group = this.#group(this.#valued - 1 - position);
    return this.#order[this.#starts[group]! + position - this.#mirrored(group, this.#starts[group]!)]!;
  }

  /**
   * Passes the rows at the positions from `from` up to, not including, `to` to `taker`, until its `take` returns true.
   */
  walk(from: number, to: number, ascending: boolean, taker: PageWalk): void {
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

  /**
   * Passes the rows of a part of `#order` to `taker`. Returns true if `taker` needs no more rows. The bitmap is tested
   * here and not in `taker`, since this loop visits millions of rows and passes on few.
   */
  #walkRun(from: number, end: number, taker: PageWalk): boolean {
    const order = this.#order;
    const words = taker.words;
    for (let at = from; at < end; at++) {
      const row = order[at]!;
      if (words !== undefined && !hasRow(words, row)) continue;
      if (taker.take(row)) return true;
    }
    return false;
  }

  /** Turns the descending position of a row with a value into its ascending position. `group` is the row's group. */
  #mirrored(group: number, rank: number): number {
    return this.#valued - this.#starts[group + 1]! + rank - this.#starts[group]!;
  }

  /** Returns the number of the group of equal values at a position in descending order. */
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

/** Tests rows, because a bitmap may have rows that do not match the search. */
export interface Proof {
  holds(row: number): boolean;
  /** Removes from the bitmap `words` every row that fails the test. Returns the number of rows that remain. */
  keep(words: Uint32Array): number;
}

/** Collects the first `limit` rows of a walk along an order. */
export class PageWalk {
  /** The rows to take, as a bitmap; undefined for all rows. */
  readonly words: Uint32Array | undefined;
  readonly rows: number[] = [];
  readonly #limit: number;
  readonly #proof: Proof | undefined;
  #missesLeft: number;

  /**
   * Takes only rows in `words`, or any row if `words` is undefined. The rows must also pass the test of `proof`. The
   * walk ends early if more than `missesBorne` rows fail this test.
   */
  constructor(limit: number, words?: Uint32Array, proof?: Proof, missesBorne = Number.MAX_SAFE_INTEGER) {
    this.#limit = limit;
    this.words = words;
    this.#proof = proof;
    this.#missesLeft = missesBorne;
  }

  /** True if the page has all its rows. */
  get isFull(): boolean {
    return this.rows.length === this.#limit;
  }

  /** True if the walk ended early, because too many rows failed the test. */
  get gaveUp(): boolean {
    return this.#missesLeft < 0;
  }

  /** Takes a row in `words`, in order. Returns true if no more rows are needed. */
  take(row: number): boolean {
    if (this.#proof !== undefined && !this.#proof.holds(row)) return --this.#missesLeft < 0;
    this.rows.push(row);
    return this.isFull;
  }
}
