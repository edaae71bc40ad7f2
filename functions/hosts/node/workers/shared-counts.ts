// Keeps counts of several threads together: each thread adds to its own row of cells. The count of a cell is the sum
// over all rows.

/** The data with which another thread opens the same counts. */
export interface CountsPlace {
  memory: SharedArrayBuffer;
  cells: number;
}

export class SharedCounts {
  readonly place: CountsPlace;
  readonly #counts: Int32Array;
  readonly #cells: number;
  readonly #rows: number;

  constructor(place: CountsPlace) {
    this.place = place;
    this.#counts = new Int32Array(place.memory);
    this.#cells = place.cells;
    this.#rows = this.#counts.length / place.cells;
  }

  /** Adds `count`, which may be negative, to the count of thread number `row` in `cell`. */
  add(row: number, cell: number, count: number): void {
    Atomics.add(this.#counts, row * this.#cells + cell, count);
  }

  /** Returns the sum of the counts of all threads in `cell`. */
  sum(cell: number): number {
    let sum = 0;
    for (let row = 0; row < this.#rows; row++) sum += Atomics.load(this.#counts, row * this.#cells + cell);
    return sum;
  }

  /** Clears the counts of a thread that has ended. */
  clear(row: number): void {
    for (let cell = 0; cell < this.#cells; cell++) Atomics.store(this.#counts, row * this.#cells + cell, 0);
  }
}

/** Makes counts for `rows` threads. All counts begin at 0. */
export function newCounts(rows: number, cells: number): SharedCounts {
  return new SharedCounts({ memory: new SharedArrayBuffer(rows * cells * Int32Array.BYTES_PER_ELEMENT), cells });
}
