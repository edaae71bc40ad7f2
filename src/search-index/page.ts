// Takes the rows of one page from candidates, in order: walks the order where many match, picks the best where few do.
import { filterRows, hasRow } from './bitmap.ts';
import type { RowTaker, SortOrder } from './orders.ts';

/** Collects the first `limit` rows of a walk that are in a set of rows. */
export class PageWalk implements RowTaker {
  readonly rows: number[] = [];
  readonly #limit: number;
  readonly #words: Uint32Array | undefined;
  #proves: ((row: number) => boolean) | undefined;
  #missesBorne: number;

  /**
   * `words`: the set, all rows when undefined. `proves`: a further look at each; rows it says no to may be removed from
   * `words`, which happens at once for all when more than `missesBorne` were met on the walk.
   */
  constructor(limit: number, words?: Uint32Array, proves?: (row: number) => boolean, missesBorne = 0) {
    this.#limit = limit;
    this.#words = words;
    this.#proves = proves;
    this.#missesBorne = missesBorne;
  }

  take(row: number): boolean {
    if (this.#words !== undefined && !hasRow(this.#words, row)) return false;
    if (this.#proves !== undefined && !this.#proves(row)) {
      this.#miss(this.#words!, this.#proves);
      return false;
    }
    this.rows.push(row);
    return this.rows.length === this.#limit;
  }

  /** Rows far apart in memory are slow to prove: when many fail, proving the whole set in row order costs less. */
  #miss(words: Uint32Array, proves: (row: number) => boolean): void {
    if (--this.#missesBorne >= 0) return;
    filterRows(words, proves);
    this.#proves = undefined;
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
