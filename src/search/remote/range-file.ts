// Reads a file of the index, and fetches only the parts that are needed.
import { type FileKind, type FileTable, type IndexSection, readTable, tableBytes } from '../format/format.ts';
import { SearchIndexError } from '../format/search-index-error.ts';
import { type PieceSizes, Pieces, type ReadRange } from './pieces.ts';

export class RangeFile {
  readonly rows: number;
  /** The size of one piece in bytes. */
  readonly piece: number;
  readonly #table: FileTable;
  readonly #pieces: Pieces;

  /** Fetches the header and the table of the file. Rejects with a SearchIndexError if the file is of another kind. */
  static async open(kind: FileKind, read: ReadRange, sizes: PieceSizes): Promise<RangeFile> {
    const table = readTable(kind, await new Pieces(read, sizes).bytes(0, tableBytes(kind)));
    return new RangeFile(table, new Pieces(read, sizes, table.size), sizes);
  }

  private constructor(table: FileTable, pieces: Pieces, { piece }: PieceSizes) {
    this.rows = table.rows;
    this.piece = piece;
    this.#table = table;
    this.#pieces = pieces;
  }

  /** Returns the size of a section in bytes. */
  sizeOf(name: IndexSection): number {
    return this.#table.placeOf(name)[1];
  }

  /** Reads bytes of a section, as a copy. */
  async bytes(name: IndexSection, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const [from, length] = this.#table.placeOf(name);
    if (!(start <= end && end <= length)) throw new SearchIndexError('damaged', `ends ${name} before byte ${end}`);
    return this.#pieces.bytes(from + start, from + end);
  }

  /** Reads `count` numbers of a section, beginning with the number at `first`. */
  async words(name: IndexSection, first: number, count: number): Promise<Uint32Array> {
    return new Uint32Array((await this.bytes(name, first * 4, (first + count) * 4)).buffer);
  }

  async word(name: IndexSection, at: number): Promise<number> {
    return (await this.words(name, at, 1))[0]!;
  }

  async doubles(name: IndexSection, first: number, count: number): Promise<Float64Array> {
    return new Float64Array((await this.bytes(name, first * 8, (first + count) * 8)).buffer);
  }
}
