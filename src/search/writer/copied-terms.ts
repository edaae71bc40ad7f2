// Finds the terms of each row of an opened index, by inverting the posting lists. The writer of a segment needs them to
// copy rows.
import { listRows } from '../parts/bitmap.ts';
import type { Postings } from '../parts/postings.ts';

/** The terms by row. Two passes over the lists compute them. They are kept only as long as the writer exists. */
export class CopiedTerms {
  readonly #terms: Uint32Array;
  /** The terms of row `r` are `terms[starts[r], starts[r + 1])`. */
  readonly #starts: Uint32Array;

  /** Takes only the first `most` terms, because the writer derives the later terms from them. */
  constructor(postings: Postings, most: number, rows: number) {
    const starts = new Uint32Array(rows + 1);
    const buffer = new Uint32Array(rows);
    const listOf = (term: number): number => {
      const bitmap = postings.bitmap(term);
      return bitmap === undefined ? postings.rows(term, buffer) : listRows(bitmap, buffer);
    };
    let total = 0;
    for (let term = 0; term < most; term++) {
      const count = listOf(term);
      total += count;
      for (let at = 0; at < count; at++) starts[buffer[at]!]!++;
    }
    for (let row = 0, sum = 0; row <= rows; row++) {
      sum += starts[row]!;
      starts[row] = sum;
    }
    this.#terms = new Uint32Array(total);
    this.#starts = starts;
    // Each row is filled from its end, so that the ends become the starts.
    for (let term = most - 1; term >= 0; term--) {
      const count = listOf(term);
      for (let at = 0; at < count; at++) this.#terms[--starts[buffer[at]!]!] = term;
    }
  }

  /** Returns the terms of a row, in ascending order. */
  of(row: number): Uint32Array {
    return this.#terms.subarray(this.#starts[row]!, this.#starts[row + 1]!);
  }
}
