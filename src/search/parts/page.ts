// Finds the rows of one page in an order. It walks along the order if many rows match, and picks from a list if few
// match.
import { NOWHERE } from '../format/format.ts';
import type { RowTaker, SortOrder } from './orders.ts';

/** Tests rows, because a bitmap may have rows that do not match the search. */
export interface Proof {
  holds(row: number): boolean;
  /** Removes from the bitmap `words` every row that fails the test. Returns the number of rows that remain. */
  keep(words: Uint32Array): number;
}

/** Collects the first `limit` rows of a walk along an order. */
export class PageWalk implements RowTaker {
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

  take(row: number): boolean {
    if (this.#proof !== undefined && !this.#proof.holds(row)) return --this.#missesLeft < 0;
    this.rows.push(row);
    return this.isFull;
  }
}

/** Picks the rows of a list that come first in an order. A heap has the lowest positions found so far. */
export class PagePick {
  #heap = new Uint32Array(512);
  #size = 0;

  /** Returns the first `limit` live rows of `rows` in the order, from the position `from` on. */
  pick(rows: Uint32Array, order: SortOrder, ascending: boolean, from: number, limit: number): number[] {
    if (this.#heap.length < limit) this.#heap = new Uint32Array(limit);
    this.#size = 0;
    for (let at = 0; at < rows.length; at++) {
      const position = order.positionOf(rows[at]!, ascending);
      if (position < from || position === NOWHERE) continue;
      if (this.#size < limit) this.#rise(position);
      else if (position < this.#heap[0]!) this.#sink(position);
    }
    const positions = this.#heap.subarray(0, this.#size).sort();
    return Array.from(positions, (position) => order.rowAt(position, ascending));
  }

  /** Adds a position. The last of the kept positions is at the top of the heap. */
  #rise(position: number): void {
    const heap = this.#heap;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! >= position) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = position;
  }

  /** Replaces the position at the top with an earlier one. */
  #sink(position: number): void {
    const heap = this.#heap;
    const size = this.#size;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1]! > heap[child]!) child++;
      if (heap[child]! <= position) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = position;
  }
}
