// Reads a remote file in pieces of one size, and keeps a limited number of pieces in memory.
import type { Awaitable } from '../../basics/awaitable.ts';
import { Remembered } from '../../basics/remembered.ts';
import { SearchIndexError } from '../format/search-index-error.ts';

/**
 * Reads the bytes of a file from `start` up to `end`, or fewer at the end of the file. The function itself checks the
 * bytes.
 */
export type ReadRange = (start: number, end: number) => Awaitable<Uint8Array>;

/** The sizes in which a file is fetched and kept. */
export interface PieceSizes {
  /** The size of one piece in bytes. */
  piece: number;
  /** The maximum number of bytes kept in memory. */
  memory: number;
}

export class Pieces {
  readonly #read: ReadRange;
  readonly #size: number;
  readonly #piece: number;
  readonly #known: Remembered<number, Promise<Uint8Array>>;

  /** `size` is the size of the file in bytes, if known. If it is unknown, the file may end anywhere in a piece. */
  constructor(read: ReadRange, { piece, memory }: PieceSizes, size = Number.POSITIVE_INFINITY) {
    this.#read = read;
    this.#size = size;
    this.#piece = piece;
    this.#known = new Remembered({ most: Math.max(4, memory / piece) });
  }

  /** Returns bytes as a copy. Rejects with a SearchIndexError if the file ends before `end`. */
  async bytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const first = Math.floor(start / this.#piece);
    const pieces = await this.#fetched(first, Math.ceil(end / this.#piece));
    const bytes = new Uint8Array(end - start);
    for (const [at, piece] of pieces.entries()) {
      const before = (first + at) * this.#piece - start;
      const skipped = Math.max(0, -before);
      const part = piece.subarray(skipped, Math.max(skipped, bytes.length - before));
      if (Math.max(0, before) + part.length < Math.min(bytes.length, before + this.#piece))
        throw new SearchIndexError('damaged', `ends before byte ${end}`);
      bytes.set(part, Math.max(0, before));
    }
    return bytes;
  }

  /** Returns the pieces from `first` up to `end`. Fetches missing pieces that are neighbours with one request. */
  #fetched(first: number, end: number): Promise<Uint8Array[]> {
    const pieces: Promise<Uint8Array>[] = [];
    for (let at = first; at < end; ) {
      const known = this.#known.known(at);
      if (known) {
        pieces.push(known);
        at++;
        continue;
      }
      let next = at + 1;
      while (next < end && !this.#known.known(next)) next++;
      pieces.push(...this.#fetch(at, next));
      at = next;
    }
    return Promise.all(pieces);
  }

  #fetch(first: number, end: number): Promise<Uint8Array>[] {
    const size = this.#piece;
    const fetching = (async () => this.#read(first * size, Math.min(end * size, this.#size)))();
    return Array.from({ length: end - first }, (_, at) => {
      const piece = fetching.then((bytes) => bytes.subarray(at * size, (at + 1) * size));
      this.#known.put(first + at, piece);
      // A piece that failed is not kept, so that the next call fetches it again.
      piece.catch(() => this.#known.forget(first + at));
      return piece;
    });
  }
}
