// A file of the index of which only the parts that are wanted are fetched, in small pieces that are remembered.
import type { Awaitable } from '../../basics/awaitable.ts';
import { Remembered } from '../../basics/remembered.ts';
import { type FileKind, type FileTable, readTable, type SectionName, tableBytes } from '../format/format.ts';
import { SearchIndexError } from '../format/search-index-error.ts';

/** The bytes of a file from `start` up to `end`; where they come from, they are checked. */
export type ReadRange = (start: number, end: number) => Awaitable<Uint8Array>;

/** Bytes of a piece: what a question wants of the large sections are single numbers and ids. */
const PIECE = 64;
const MOST_PIECES = 1 << 16;

export class RangeFile {
  readonly rows: number;
  readonly #table: FileTable;
  readonly #read: ReadRange;
  readonly #pieces = new Remembered<number, Promise<Uint8Array>>({ most: MOST_PIECES });

  /** Fetches header and table. Rejects with a SearchIndexError when it is another file. */
  static async open(kind: FileKind, read: ReadRange): Promise<RangeFile> {
    return new RangeFile(readTable(kind, await read(0, tableBytes(kind))), read);
  }

  private constructor(table: FileTable, read: ReadRange) {
    this.rows = table.rows;
    this.#table = table;
    this.#read = read;
  }

  /** Bytes of a section. */
  sizeOf(name: SectionName): number {
    return this.#table.placeOf(name)[1];
  }

  /** All bytes of the file, which are not remembered. */
  async whole(): Promise<ArrayBuffer> {
    return new Uint8Array(await this.#read(0, this.#table.size)).buffer;
  }

  /** Bytes of a section, in memory of their own. */
  async bytes(name: SectionName, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const [from, length] = this.#table.placeOf(name);
    if (!(start <= end && end <= length)) throw new SearchIndexError('damaged', `ends ${name} before byte ${end}`);
    const first = Math.floor((from + start) / PIECE);
    const pieces = await this.#fetched(first, Math.ceil((from + end) / PIECE));
    const bytes = new Uint8Array(end - start);
    for (const [at, piece] of pieces.entries()) {
      const before = (first + at) * PIECE - (from + start);
      const skipped = Math.max(0, -before);
      bytes.set(piece.subarray(skipped, Math.max(skipped, bytes.length - before)), Math.max(0, before));
    }
    return bytes;
  }

  /** Numbers of a section, from the one at `first` on. */
  async words(name: SectionName, first: number, count: number): Promise<Uint32Array> {
    return new Uint32Array((await this.bytes(name, first * 4, (first + count) * 4)).buffer);
  }

  async word(name: SectionName, at: number): Promise<number> {
    return (await this.words(name, at, 1))[0]!;
  }

  async doubles(name: SectionName, first: number, count: number): Promise<Float64Array> {
    return new Float64Array((await this.bytes(name, first * 8, (first + count) * 8)).buffer);
  }

  /** Pieces by their numbers; those that lie side by side and are not there yet are fetched at once. */
  #fetched(first: number, end: number): Promise<Uint8Array[]> {
    const pieces: Promise<Uint8Array>[] = [];
    for (let at = first; at < end; ) {
      const known = this.#pieces.known(at);
      if (known) {
        pieces.push(known);
        at++;
        continue;
      }
      let next = at + 1;
      while (next < end && !this.#pieces.known(next)) next++;
      pieces.push(...this.#fetch(at, next));
      at = next;
    }
    return Promise.all(pieces);
  }

  #fetch(first: number, end: number): Promise<Uint8Array>[] {
    const fetching = this.#fetchRun(first * PIECE, Math.min(end * PIECE, this.#table.size));
    return Array.from({ length: end - first }, (_, at) => {
      const piece = fetching.then((bytes) => bytes.subarray(at * PIECE, (at + 1) * PIECE));
      this.#pieces.put(first + at, piece);
      // Who asks next has it fetched again.
      piece.catch(() => this.#pieces.forget(first + at));
      return piece;
    });
  }

  async #fetchRun(start: number, end: number): Promise<Uint8Array> {
    const bytes = await this.#read(start, end);
    if (bytes.length !== end - start) throw new SearchIndexError('damaged', `ends before byte ${end}`);
    return bytes;
  }
}
