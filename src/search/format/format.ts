// The format of the search index: the content of its files, in their order, so that anybody can read them.
//
// An index is one file of figures and a few segments (decision 0002). A segment has, for some of the rows, the facts
// that seldom change: ids, tags, sizes. The file of figures has, for all rows, the facts that change daily: their sort
// orders, their values, and their places in the catalog.
//
// Each row has a number, its slot. The segments share the slots in their order. The slots of each segment begin at a
// multiple of 32, so that a bitmap over all slots consists of whole words of each segment. The rows of a segment are
// sorted by the bytes of their ids. A slot is dead if its row was replaced or removed: it has no row number, and no
// sort order contains it.
//
// Each file, all numbers little-endian:
//   0   magic, 8 bytes: "MHSEARCH" for a segment, "MHFIGURE" for the figures
//   8   u32 version; 12 u32 number of sections; 16 f64 bytes of the file
//   24  u32 rows (of the segment; in the figures, the live rows of all segments)
//   28  u32 FNV-1a of header and table, computed while this field is zero
//   32  the table: for each section, in the order of SEGMENT_SECTIONS or FIGURE_SECTIONS, its start and its bytes, f64 each
//   then the sections, each at a multiple of eight
//
// Segment
//   idText u8       the ids in lower case, one after the other
//   idStarts u32    by row: the start of its id in idText; then the end
//   idCapitals u8   a bit for each byte of idText, the lowest bit first: set for a capital
//   symbols u8      by byte: the number of that letter plus one, 0 if no id has it
//   gramKeys u32    the numbers (`gramBases`) of the n-grams of one to three letters that some id has, ascending
//   termText u8     the terms in UTF-8
//   termStarts u32  by term: its start in termText; then the end
//   termFields u32  the first term of each of TERM_FIELDS, then the end; terms are sorted bytewise within a field; they
//                   include words, and prefixes of more than PREFIX_FROM words (`words/prefixes.ts`)
//   leastMemory f64, parameters f64   by row; NaN if unknown
// and for the n-grams (gram…) and the terms (term…), in their order, a list of the rows that have each:
//   Counts u32      the number of rows
//   Places u32      below DENSE: where the list begins in Sparse; otherwise DENSE plus the number of its bitmap in Dense
//   Sparse u8       the gaps between rows, the first from -1, in groups of seven bits, lowest first; high bit: more follow
//   Dense u32       bitmaps over the rows of the segment, in whole words, the lowest bit first
//
// Figures
//   segmentRows u32  the number of rows of each segment, with dead rows
//   rowNumbers u32   by slot: its row of the catalog, NOWHERE if the slot is dead
//   rowStarts f64    by row of the catalog: the bytes of all rows before it, without separators; then those of all rows
//   rowHashes u32    by row of the catalog: four words, the first 128 bits of the SHA-256 of its JSON, high bits first
// and for each sort key of SORTS:
//   Order u32        slots: highest value first, then most downloads, then id; slots without a value last
//   Rank u32         by slot: its place in Order, NOWHERE if the slot is dead
//   Starts u32       by group of equal values: its first place in Order; then the end of the last group
//   Values f64       by group: the value; createdAt and updated in milliseconds since 1970, size in bytes
import { fnv1a } from '../../digests/fnv1a.ts';

const VERSION = 8;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const MAGIC_BYTES = 8;

/** Marks a missing position or row number. */
export const NOWHERE = 0xffffffff;

/** The sort keys of rows, in the order of their sections in the file of figures. */
export const SORTS = ['downloads', 'trendingScore', 'likes', 'createdAt', 'updated', 'size', 'parameters'] as const;

/**
 * A sort key in its canonical spelling, as in the parameters `sort` and `order` of `/api/models`
 * (`content/docs/api.md`).
 */
export type SortKey = (typeof SORTS)[number];

/**
 * The two families of posting lists: `gram` for n-grams of ids, and `term` for terms such as tags, tasks and libraries.
 */
export type PostingFamily = 'gram' | 'term';

type PostingSection = `${PostingFamily}${'Counts' | 'Places' | 'Sparse' | 'Dense'}`;
type OrderSection = `${SortKey}${'Order' | 'Rank' | 'Starts' | 'Values'}`;

const postingSections = (family: PostingFamily): PostingSection[] => [
  `${family}Counts`,
  `${family}Places`,
  `${family}Sparse`,
  `${family}Dense`,
];

const SEGMENT_SECTIONS = [
  ...(['idText', 'idCapitals', 'idStarts', 'symbols', 'gramKeys'] as const),
  ...postingSections('gram'),
  ...(['termText', 'termStarts', 'termFields'] as const),
  ...postingSections('term'),
  ...(['leastMemory', 'parameters'] as const),
] as const;

const FIGURE_SECTIONS = [
  ...(['segmentRows', 'rowNumbers', 'rowStarts', 'rowHashes'] as const),
  ...SORTS.flatMap((key): OrderSection[] => [`${key}Order`, `${key}Rank`, `${key}Starts`, `${key}Values`]),
] as const;

/** The magic bytes and the sections of each kind of file. */
const KINDS = {
  segment: { magic: 'MHSEARCH', sections: SEGMENT_SECTIONS },
  figures: { magic: 'MHFIGURE', sections: FIGURE_SECTIONS },
} as const;

type FileKind = keyof typeof KINDS;

type SegmentSection = (typeof SEGMENT_SECTIONS)[number];
type FigureSection = (typeof FIGURE_SECTIONS)[number];

/** The name of a section in a file. */
type IndexSection = SegmentSection | FigureSection;

type Section = Uint8Array | Uint32Array | Float64Array;

/** The sections of all sort keys. */
export type OrderSections = Record<OrderSection, Section>;

interface SectionsOf {
  segment: Record<SegmentSection, Section>;
  figures: Record<FigureSection, Section>;
}

/** An opened file: the number of rows, and each section as a view of the file's single buffer. */
export interface Layout {
  rows: number;
  bytes(name: IndexSection): Uint8Array;
  words(name: IndexSection): Uint32Array;
  doubles(name: IndexSection): Float64Array;
}

/** Returns the size in bytes of the header and the table. */
function tableBytes(kind: FileKind): number {
  return HEADER_BYTES + KINDS[kind].sections.length * ENTRY_BYTES;
}

/**
 * Returns the file in chunks, which are to be written one after the other. The chunks of sections are views, not
 * copies.
 */
export function writeLayout<K extends FileKind>(kind: K, rows: number, sections: SectionsOf[K]): Uint8Array[] {
  const { magic, sections: names } = KINDS[kind];
  const header = new Uint8Array(tableBytes(kind));
  const table = new Float64Array(header.buffer, HEADER_BYTES);
  const chunks: Uint8Array[] = [header];
  let end = header.length;
  for (const [at, name] of names.entries()) {
    const { buffer, byteOffset, byteLength } = (sections as Record<string, Section>)[name]!;
    table.set([end, byteLength], at * 2);
    chunks.push(new Uint8Array(buffer, byteOffset, byteLength), new Uint8Array(padding(byteLength)));
    end += byteLength + padding(byteLength);
  }
  for (let at = 0; at < MAGIC_BYTES; at++) header[at] = magic.charCodeAt(at);
  new Uint32Array(header.buffer, 8, 2).set([VERSION, names.length]);
  new Float64Array(header.buffer, 16, 1)[0] = end;
  new Uint32Array(header.buffer, 24, 2).set([rows, 0]);
  new Uint32Array(header.buffer, 28, 1)[0] = fnv1a(header);
  return chunks.filter((chunk) => chunk.length > 0);
}

/**
 * Reads the header and the table of a file, in constant time. Throws a SearchIndexError if the magic bytes, the version
 * or the length is wrong, or if the header was altered.
 */
export function readLayout(kind: FileKind, buffer: ArrayBufferLike): Layout {
  const { magic, sections } = KINDS[kind];
  // A copy, because the checksum is set to zero below.
  const header = new Uint8Array(new Uint8Array(buffer, 0, Math.min(tableBytes(kind), buffer.byteLength)));
  if (String.fromCharCode(...header.subarray(0, MAGIC_BYTES)) !== magic)
    throw new SearchIndexError('not-an-index', 'is not a search index file');
  if (header.length < HEADER_BYTES) throw new SearchIndexError('damaged', 'ends inside its header');
  const version = new Uint32Array(header.buffer, 8, 1)[0]!;
  if (version !== VERSION)
    throw new SearchIndexError('other-version', `has format version ${version}, this release reads ${VERSION}`);
  const total = new Float64Array(header.buffer, 16, 1)[0]!;
  if (total !== buffer.byteLength || header.length < tableBytes(kind))
    throw new SearchIndexError('damaged', `has ${buffer.byteLength} bytes where its header says ${total}`);
  const sum = new Uint32Array(header.buffer, 28, 1);
  const written = sum[0];
  sum[0] = 0;
  // The checksum covers the table too, so no section can lie outside the file.
  if (fnv1a(header) !== written) throw new SearchIndexError('damaged', 'has an altered header');
  const table = new Float64Array(header.buffer, HEADER_BYTES, sections.length * 2);
  const numbers = new Map<IndexSection, number>(sections.map((name, at) => [name, at * 2]));
  const placeOf = (name: IndexSection) => {
    const at = numbers.get(name)!;
    return [table[at]!, table[at + 1]!] as const;
  };
  return {
    rows: new Uint32Array(header.buffer, 24, 1)[0]!,
    bytes: (name) => new Uint8Array(buffer, ...placeOf(name)),
    words: (name) => new Uint32Array(buffer, placeOf(name)[0], placeOf(name)[1] / 4),
    doubles: (name) => new Float64Array(buffer, placeOf(name)[0], placeOf(name)[1] / 8),
  };
}

/**
 * Returns the number of bytes up to the next multiple of eight. Each section starts at such a multiple, so that any
 * typed array can view it.
 */
function padding(bytes: number): number {
  return -bytes & 7;
}

/**
 * Returns the first slot of each segment and, last, the number of all slots. `segmentRows` has the number of rows of
 * each segment.
 */
export function firstSlots(segmentRows: ArrayLike<number>): number[] {
  const firsts = [0];
  for (let at = 0; at < segmentRows.length; at++) firsts.push((firsts[at]! + segmentRows[at]! + 31) & ~31);
  return firsts;
}

/** The fault of a file: it is no index, it comes from another release, or it is incomplete or altered. */
type SearchIndexProblem = 'not-an-index' | 'other-version' | 'damaged';

/** Thrown if a file can't be opened as a search index. The message is one sentence for the operator. */
export class SearchIndexError extends Error {
  override readonly name = 'SearchIndexError';
  readonly problem: SearchIndexProblem;

  constructor(problem: SearchIndexProblem, finding: string) {
    super(`The search index ${finding}; rebuild with model-hub build.`);
    this.problem = problem;
  }
}
