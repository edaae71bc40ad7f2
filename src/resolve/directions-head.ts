// The head of directions: the facts of a model that the hub reads before it looks up a file.
import { textOfBytes } from '../basics/bytes.ts';
import type { DiffersSummary } from '../catalog/source-holdings.ts';
import type { Hashed, HashedCounts } from '../nouns/address.ts';
import type { Place } from '../nouns/source-kinds.ts';
import { type Blocks, endOf, type Span } from './sorted-lines.ts';

/**
 * The number of bytes to read first. They contain all of the directions if the rows are one block, and nearly always
 * the head otherwise.
 */
export const FIRST_READ = 96 * 1024;

const LINE_FEED = 0x0a;

/** A source that holds bytes of the model, with the names that the source has for the model. */
export interface DirectionsPlace extends Place {
  source: string;
  /**
   * The number of the model's files that the source holds. Absent if it holds all of them; otherwise the row of each
   * file says if the source has it.
   */
  held?: number;
  /** Sums up the files that differ at this source. */
  differs?: DiffersSummary;
}

/** The head of the directions of a model that the hub serves. */
export interface DirectionsHead {
  id: string;
  revision: string;
  /** The licence; null if unknown. */
  license: string | null;
  lastModified?: string;
  /** The sources that hold bytes of the model, in the order of the source table. */
  places: DirectionsPlace[];
  /** The number of all files, and their size in bytes. */
  files: number;
  bytes: number;
  /** The number of files for each way in which hashes were obtained; absent if unknown. */
  hashed?: HashedCounts;
  rows: Blocks;
  /**
   * `hashes` has the blocks of the list of hashes, and `shown` is the size in bytes of the rows that a page shows. Both
   * are absent if the rows are one block.
   */
  hashes?: Blocks;
  shown?: number;
}

/** The head of a gated model. Its origin demands a login, so the hub states no other facts. */
export interface GatedHead {
  id: string;
  gated: true;
}

/**
 * Reads the head at the start of `bytes`; undefined if its line is not complete. `body` is the position after the head,
 * where the rows begin.
 */
export function parseHead(bytes: Uint8Array): { head: DirectionsHead | GatedHead; body: number } | undefined {
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  return { head: JSON.parse(textOfBytes(bytes.subarray(0, end))), body: end + 1 };
}

/**
 * Returns the span of the rows that a page shows, counted from the end of the head. The span has all rows if they are
 * one block.
 */
export function shownSpan({ rows, hashes, shown }: DirectionsHead): Span {
  if (hashes === undefined || shown === undefined) return { start: 0, end: endOf(rows) };
  const start = endOf(rows) + endOf(hashes);
  return { start, end: start + shown };
}

export interface FileRow {
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
  /** The sources that hold this file but not all files, by their index in the head's `places`. */
  places: readonly number[];
  /** The way in which the hash was obtained; absent if unknown. */
  hashed?: Hashed;
}

export interface FolderRow {
  path: string;
  /** The folder's stable id, which tree listings show. */
  oid: string;
}

/** The text that the row of a folder has in the place of a size. */
const FOLDER = '/';

/** Returns the line of a row, which ends with a line feed. */
export function formatRow(row: FileRow | FolderRow): string {
  if ('oid' in row) return `${row.path}\t${FOLDER}\t${row.oid}\n`;
  const { path, size, sha256, places, hashed } = row;
  const more = [places.join(','), ...(hashed ? [hashed[0]] : [])];
  return `${path}\t${size}\t${sha256}${more.join('') === '' ? '' : `\t${more.join('\t')}`}\n`;
}

/** Reads a line, which must not have its line feed. */
export function parseRow(line: string): FileRow | FolderRow {
  const [path = '', size = '', id = '', places, how] = line.split('\t');
  if (size === FOLDER) return { path, oid: id };
  const row: FileRow = { path, size: Number(size), sha256: id, places: places ? places.split(',').map(Number) : [] };
  return how ? { ...row, hashed: how === 'r' ? 'read' : 'declared' } : row;
}

/** Returns the rows of files among these lines. */
export function fileRows(lines: readonly string[]): FileRow[] {
  return lines.map(parseRow).filter((row): row is FileRow => !('oid' in row));
}

/**
 * Chooses files that represent all files with the same bytes: the first file by path, and each later file at a source
 * that has none of the earlier files.
 */
export function standIns(same: readonly FileRow[]): FileRow[] {
  const known = new Set<number>();
  return same.filter(({ places }, at) => {
    const isFirst = at === 0 || places.some((place) => !known.has(place));
    for (const place of places) known.add(place);
    return isFirst;
  });
}
