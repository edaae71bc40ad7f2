// The file of the search index: named columns of numbers. An opened index consists of views of the file, so nothing is
// parsed or copied.
//
// All numbers are little-endian: "MHSEARCH", u32 version, u32 bytes of the table, the table, then the columns, each at a
// multiple of eight. The table is JSON: the number of rows, the bytes of all columns, and each column's start and length.
//
// Rows are numbered in the bytewise order of their ids, as in the catalog. The columns, with `<order>` for each of INDEX_ORDERS:
//   id.text u8, id.starts u32            the ids
//   term.text u8, term.starts u32        the terms, each with the letter of its field in front (`FIELDS`), sorted bytewise
//   gram.keys u32                        the runs of one to three letters that some id has (`gramsOf`), ascending
//   list.counts/places u32, list.sparse u8, list.dense u32
//                                        the rows of each term, then of each gram (`postings.ts`)
//   <order>.order/groups/starts u32, <order>.values f64
//                                        the rows sorted by a fact (`orders.ts`)
//   row.starts f64, row.hashes u32       where each row lies in the catalog, without separators, and its hash
import { sha256 } from '../digests/sha.ts';

const MAGIC = 'MHSEARCH';
const VERSION = 9;
const HEADER_BYTES = 16;

type Column = Uint8Array | Uint32Array | Float64Array;

interface Table {
  rows: number;
  size: number;
  columns: Record<string, [start: number, length: number]>;
}

/** The columns of an opened file. */
export interface Columns {
  rows: number;
  u8(name: string): Uint8Array;
  u32(name: string): Uint32Array;
  f64(name: string): Float64Array;
}

/** Thrown if bytes are no search index of this release. The message is one sentence for the operator. */
export class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
  /** True if the file comes from another release. */
  readonly isOther: boolean;

  constructor(finding: string, isOther = false) {
    super(`The search index ${finding}; rebuild with model-hub build.`);
    this.isOther = isOther;
  }
}

const padded = (bytes: number) => Math.ceil(bytes / 8) * 8;

/** Returns the file with these columns. */
export function writeColumns(rows: number, columns: Record<string, Column>): Uint8Array<ArrayBuffer> {
  const table: Table = { rows, size: 0, columns: {} };
  for (const [name, { length, byteLength }] of Object.entries(columns)) {
    table.columns[name] = [table.size, length];
    table.size += padded(byteLength);
  }
  const text = new TextEncoder().encode(JSON.stringify(table));
  const first = padded(HEADER_BYTES + text.length);
  const file = new Uint8Array(first + table.size);
  new TextEncoder().encodeInto(MAGIC, file);
  new Uint32Array(file.buffer, 8, 2).set([VERSION, text.length]);
  file.set(text, HEADER_BYTES);
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns))
    file.set(new Uint8Array(buffer, byteOffset, byteLength), first + table.columns[name]![0]);
  return file;
}

/**
 * Opens a file. Throws a SearchIndexError if it is no index, one of another release, or incomplete. Readers compare the
 * SHA-256 of the whole file before, so nothing else is checked.
 */
export function readColumns(buffer: ArrayBufferLike): Columns {
  const decoder = new TextDecoder();
  if (decoder.decode(new Uint8Array(buffer, 0, Math.min(8, buffer.byteLength))) !== MAGIC)
    throw new SearchIndexError('is not a search index file');
  if (buffer.byteLength < HEADER_BYTES) throw new SearchIndexError('ends inside its header');
  const [version, length] = new Uint32Array(buffer, 8, 2) as unknown as [number, number];
  if (version !== VERSION)
    throw new SearchIndexError(`has format version ${version}, this release reads ${VERSION}`, true);
  const first = padded(HEADER_BYTES + length);
  if (first > buffer.byteLength) throw new SearchIndexError('ends inside its table');
  const { rows, size, columns } = JSON.parse(decoder.decode(new Uint8Array(buffer, HEADER_BYTES, length))) as Table;
  if (first + size !== buffer.byteLength)
    throw new SearchIndexError(`has ${buffer.byteLength} bytes where its table says ${first + size}`);
  const placeOf = (name: string) => [first + columns[name]![0], columns[name]![1]] as const;
  return {
    rows,
    u8: (name) => new Uint8Array(buffer, ...placeOf(name)),
    u32: (name) => new Uint32Array(buffer, ...placeOf(name)),
    f64: (name) => new Float64Array(buffer, ...placeOf(name)),
  };
}

/** The number of words in the hash of a row: the first 128 bits of the SHA-256 of its JSON. */
export const HASH_WORDS = 4;

/** Returns the hash of a row as words of 32 bits; the first word has the first bits. */
export function rowHash(json: Uint8Array): Uint32Array {
  const { buffer, byteOffset } = sha256(json);
  const bytes = new DataView(buffer, byteOffset);
  return Uint32Array.from({ length: HASH_WORDS }, (_, at) => bytes.getUint32(4 * at));
}

/** Returns the bytes of a row if they have this hash. Otherwise throws an error whose message is a sentence. */
export function checkedRow(json: Uint8Array, hash: ArrayLike<number>): Uint8Array {
  if (rowHash(json).every((word, at) => word === hash[at])) return json;
  throw new Error(
    'a row of the catalog object is not what the search index says; remove "current" in HUB_DIST, and run "model-hub build"',
  );
}
