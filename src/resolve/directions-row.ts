// A row of directions: one file or one folder of a model, as one line of text.
import type { Hashed } from '../nouns/hashed.ts';

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
