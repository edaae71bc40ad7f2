// The search index file: a small header, a table of sections, then each section as a typed array a reader views in place.
import { SearchIndexError } from './search-index-error.ts';

const MAGIC = 'MHSEARCH';
const VERSION = 3;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;

/** What rows can be sorted by, in the order their sections stand in the file. */
export const SORTS = ['downloads', 'trendingScore', 'likes', 'createdAt'] as const;

/** A sort key of `/api/models` (`content/docs/api.md`), in its one canonical spelling. */
export type SortKey = (typeof SORTS)[number];

/** One of the two families of posting lists: n-grams of ids, and terms (tags, tasks, libraries). */
export type PostingFamily = 'gram' | 'term';

type PostingSection = `${PostingFamily}${'Counts' | 'Places' | 'Sparse' | 'Dense'}`;
type OrderSection = `${SortKey}${'Order' | 'Rank' | 'Starts' | 'Values'}`;

const postingSections = (family: PostingFamily): PostingSection[] => [
  `${family}Counts`,
  `${family}Places`,
  `${family}Sparse`,
  `${family}Dense`,
];

const SECTIONS = [
  'idText',
  'idCapitals',
  'idStarts',
  'rowStarts',
  'symbols',
  'gramKeys',
  ...postingSections('gram'),
  'termText',
  'termStarts',
  'termFields',
  ...postingSections('term'),
  'leastBytes',
  'parameters',
  ...SORTS.flatMap((key): OrderSection[] => [`${key}Order`, `${key}Rank`, `${key}Starts`, `${key}Values`]),
] as const;

/** A named part of the file. */
type SectionName = (typeof SECTIONS)[number];

type Section = Uint8Array | Uint32Array | Float64Array;

/** The contents of every section. */
type Sections = Record<SectionName, Section>;

/** The sections of all sort keys. */
export type OrderSections = Record<OrderSection, Section>;

/** An opened file: how many rows, and each section as a view on the one buffer. */
export interface Layout {
  rows: number;
  bytes(name: SectionName): Uint8Array;
  words(name: SectionName): Uint32Array;
  doubles(name: SectionName): Float64Array;
}

/** The file as chunks to be written one after the other; sections are passed on, not copied. */
export function writeLayout(rows: number, sections: Sections): Uint8Array[] {
  const header = new Uint8Array(HEADER_BYTES + SECTIONS.length * ENTRY_BYTES);
  const table = new Float64Array(header.buffer, HEADER_BYTES);
  const chunks: Uint8Array[] = [header];
  let end = header.length;
  for (const [at, name] of SECTIONS.entries()) {
    const { buffer, byteOffset, byteLength } = sections[name];
    table.set([end, byteLength], at * 2);
    chunks.push(new Uint8Array(buffer, byteOffset, byteLength), new Uint8Array(padding(byteLength)));
    end += byteLength + padding(byteLength);
  }
  for (let at = 0; at < MAGIC.length; at++) header[at] = MAGIC.charCodeAt(at);
  new Uint32Array(header.buffer, 8, 2).set([VERSION, SECTIONS.length]);
  new Float64Array(header.buffer, 16, 1)[0] = end;
  new Uint32Array(header.buffer, 24, 2).set([rows, 0]);
  new Uint32Array(header.buffer, 28, 1)[0] = headerSum(header);
  return chunks.filter((chunk) => chunk.length > 0);
}

/**
 * Reads header and table of a whole file, in time that does not grow with it.
 * Throws SearchIndexError for another magic, another version, another length or an altered header.
 */
export function readLayout(buffer: ArrayBuffer): Layout {
  const header = readHeader(buffer);
  const table = new Float64Array(buffer, HEADER_BYTES, SECTIONS.length * 2);
  const place = (name: SectionName) => {
    const at = SECTIONS.indexOf(name) * 2;
    return [table[at]!, table[at + 1]!] as const;
  };
  return {
    rows: new Uint32Array(header.buffer, 24, 1)[0]!,
    bytes: (name) => new Uint8Array(buffer, ...place(name)),
    words: (name) => new Uint32Array(buffer, place(name)[0], place(name)[1] / 4),
    doubles: (name) => new Float64Array(buffer, place(name)[0], place(name)[1] / 8),
  };
}

function readHeader(buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const magic = new Uint8Array(buffer, 0, Math.min(MAGIC.length, buffer.byteLength));
  if (String.fromCharCode(...magic) !== MAGIC) throw new SearchIndexError('not-an-index', 'is not a search index file');
  const length = HEADER_BYTES + SECTIONS.length * ENTRY_BYTES;
  if (buffer.byteLength < HEADER_BYTES) throw new SearchIndexError('damaged', 'ends inside its header');
  const version = new Uint32Array(buffer, 8, 1)[0]!;
  if (version !== VERSION) {
    throw new SearchIndexError('other-version', `has format version ${version}, this release reads ${VERSION}`);
  }
  const total = new Float64Array(buffer, 16, 1)[0]!;
  if (total !== buffer.byteLength || total < length) {
    throw new SearchIndexError('damaged', `has ${buffer.byteLength} bytes where its header says ${total}`);
  }
  const header = new Uint8Array(buffer.slice(0, length));
  const sum = new Uint32Array(header.buffer, 28, 1);
  const written = sum[0];
  sum[0] = 0;
  if (headerSum(header) !== written) throw new SearchIndexError('damaged', 'has an altered header');
  return header;
}

/** Every section starts at a multiple of eight, so that any typed array can view it. */
function padding(bytes: number): number {
  return -bytes & 7;
}

/** FNV-1a over the header with its own field at zero: sections cannot lie outside the file unnoticed. */
function headerSum(header: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of header) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}
