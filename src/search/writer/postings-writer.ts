// Writes posting lists. Every posting, which is a row of a list, is added twice: first to measure the lists, then to
// fill them.
import { wordsFor } from '../parts/bitmap.ts';
import { DENSE } from '../parts/postings.ts';
import { DENSE_FROM } from '../parts/row-lists.ts';

/** The lists that have at least one row. `keys` has their numbers in ascending order. */
export interface WrittenPostings {
  keys: Uint32Array;
  counts: Uint32Array;
  places: Uint32Array;
  sparse: Uint8Array;
  dense: Uint32Array;
}

/**
 * Adds every posting to `writer`, with ascending rows in each list. It is called twice and must add the same postings
 * both times. A second call takes time, but all postings in memory would take many times the bytes of their lists.
 */
type TellPostings = (writer: PostingsWriter) => void;

/** Encodes the postings that `tell` adds: at most `lists` lists, over `rows` rows. */
export function writePostings(lists: number, rows: number, tell: TellPostings): WrittenPostings {
  const writer = new PostingsWriter(lists, rows);
  tell(writer);
  writer.layOut();
  tell(writer);
  return writer.finish();
}

/** Measures the lists and then fills them. */
export class PostingsWriter {
  readonly #last: Int32Array;
  readonly #counts: Uint32Array;
  /**
   * During the measuring, the bytes that a list would take as gaps. During the filling, the list's next byte, or DENSE
   * plus the number of its bitmap.
   */
  readonly #cursors: Uint32Array;
  readonly #rows: number;
  readonly #words: number;
  #keys = new Uint32Array(0);
  #places = new Uint32Array(0);
  #sparse = new Uint8Array(0);
  #dense = new Uint32Array(0);
  #filling = false;

  constructor(lists: number, rows: number) {
    this.#last = new Int32Array(lists).fill(-1);
    this.#counts = new Uint32Array(lists);
    this.#cursors = new Uint32Array(lists);
    this.#rows = rows;
    this.#words = wordsFor(rows);
  }

  /** Adds a posting, unless it equals the last one of its list. */
  add(list: number, row: number): void {
    const gap = row - this.#last[list]!;
    if (gap === 0) return;
    this.#last[list] = row;
    if (this.#filling) {
      this.#fill(list, row, gap);
      return;
    }
    this.#counts[list]!++;
    this.#cursors[list]! += gap < 0x80 ? 1 : gap < 0x4000 ? 2 : gap < 0x200000 ? 3 : gap < 0x10000000 ? 4 : 5;
  }

  /** Ends the measuring. Assigns a place to every list, as a bitmap if the list is dense. */
  layOut(): void {
    const cursors = this.#cursors;
    this.#keys = Uint32Array.from(listsWithRows(this.#counts));
    this.#places = new Uint32Array(this.#keys.length);
    let bytes = 0;
    let bitmaps = 0;
    for (const [at, key] of this.#keys.entries()) {
      const length = cursors[key]!;
      const dense = this.#counts[key]! * DENSE_FROM >= this.#rows;
      cursors[key] = dense ? DENSE + bitmaps : bytes;
      this.#places[at] = cursors[key]!;
      if (dense) bitmaps++;
      else bytes += length;
    }
    if (bytes >= DENSE) throw new RangeError('posting lists over 2 GiB do not fit the format');
    this.#sparse = new Uint8Array(bytes);
    this.#dense = new Uint32Array(bitmaps * this.#words);
    this.#last.fill(-1);
    this.#filling = true;
  }

  finish(): WrittenPostings {
    const counts = this.#keys.map((key) => this.#counts[key]!);
    return { keys: this.#keys, counts, places: this.#places, sparse: this.#sparse, dense: this.#dense };
  }

  #fill(list: number, row: number, gap: number): void {
    let at = this.#cursors[list]!;
    if (at >= DENSE) {
      this.#dense[(at - DENSE) * this.#words + (row >>> 5)]! |= 1 << (row & 31);
      return;
    }
    const sparse = this.#sparse;
    let rest = gap;
    for (; rest > 0x7f; rest >>>= 7) sparse[at++] = rest | 0x80;
    sparse[at++] = rest;
    this.#cursors[list] = at;
  }
}

function* listsWithRows(counts: Uint32Array): Generator<number> {
  for (let list = 0; list < counts.length; list++) if (counts[list] !== 0) yield list;
}
