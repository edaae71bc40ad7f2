// Takes the rows of one page from candidates, in order: walks the order where many match, picks the best where few do.
import { hasRow } from './bitmap.ts';
import type { RowTaker, SortOrder } from './orders.ts';

/** Proves what a bitmap of rows can't: one row at once, or all rows of the bitmap together. */
export interface Proof {
  holds(row: number): boolean;
  /** Removes from `words` every row that the proof does not hold for. */
  keep(words: Uint32Array): void;
}

/** Collects the first `limit` rows of a walk that are in a set of rows. */
export class PageWalk implements RowTaker {
  readonly rows: number[] = [];
  readonly #limit: number;
  readonly #words: Uint32Array | undefined;
  #proof: Proof | undefined;
  #missesBorne: number;

  /**
   * `words`: the set, all rows when undefined. `proof`: what its rows must meet beside; asked row by row, and of the
   * whole set once more than `missesBorne` rows of the walk failed. Then `words` is changed.
   */
  constructor(limit: number, words?: Uint32Array, proof?: Proof, missesBorne = 0) {
    this.#limit = limit;
    this.#words = words;
    this.#proof = proof;
    this.#missesBorne = missesBorne;
  }

  take(row: number): boolean {
    if (this.#words !== undefined && !hasRow(this.#words, row)) return false;
    if (this.#proof !== undefined && !this.#proof.holds(row)) {
      this.#miss(this.#words!, this.#proof);
      return false;
    }
    this.rows.push(row);
    return this.rows.length === this.#limit;
  }

  /** Rows far apart in memory are slow to prove: when many fail, proving the whole set in row order costs less. */
  #miss(words: Uint32Array, proof: Proof): void {
    if (--this.#missesBorne >= 0) return;
    proof.keep(words);
    this.#proof = undefined;
  }
}

/** Picks the first rows of an order out of a list, by a heap of the best places seen. */
export class PagePick {
  #heap = new Uint32Array(512);
  #size = 0;

  /** The first `limit` of `rows` from a place in the order on, in order. */
  pick(rows: Uint32Array, order: SortOrder, ascending: boolean, from: number, limit: number): number[] {
    if (this.#heap.length < limit) this.#heap = new Uint32Array(limit);
    this.#size = 0;
    for (let at = 0; at < rows.length; at++) {
      const position = order.positionOf(rows[at]!, ascending);
      if (position < from) continue;
      if (this.#size < limit) this.#rise(position);
      else if (position < this.#heap[0]!) this.#sink(position);
    }
    const positions = this.#heap.subarray(0, this.#size).sort();
    return Array.from(positions, (position) => order.rowAt(position, ascending));
  }

  /** Adds a place; the heap's top is the last of those kept. */
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

  /** Replaces the top by an earlier place. */
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
