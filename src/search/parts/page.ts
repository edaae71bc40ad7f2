// Finds the rows of one page in an order by picking from a list, for a search that few rows match.
import { NOWHERE } from '../format/format.ts';
import type { SortOrder } from './orders.ts';

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
