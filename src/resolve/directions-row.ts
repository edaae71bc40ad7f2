// A row of directions: one file or one folder of a model, as a line of text.
import type { Hashed } from '../nouns/hashed.ts';

/** A file. */
export interface FileRow {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The numbers of the places in the head that hold only some files, and hold this one. */
  places: readonly number[];
  /** Absent if nobody says. */
  hashed?: Hashed;
}

/** A folder. */
export interface FolderRow {
  path: string;
  /** Its stable id in tree listings. */
  oid: string;
}

/** Marks a folder, in place of a file's size. */
const FOLDER = '/';

/** Writes the line of a row, with its line feed. */
export function formatRow(row: FileRow | FolderRow): string {
  if ('oid' in row) return `${row.path}\t${FOLDER}\t${row.oid}\n`;
  const { path, size, sha256, places, hashed } = row;
  const more = [places.join(','), ...(hashed ? [hashed[0]] : [])];
  return `${path}\t${size}\t${sha256}${more.join('') === '' ? '' : `\t${more.join('\t')}`}\n`;
}

/** Reads a line without its line feed. */
export function parseRow(line: string): FileRow | FolderRow {
  const [path = '', size = '', id = '', places, how] = line.split('\t');
  if (size === FOLDER) return { path, oid: id };
  const row: FileRow = { path, size: Number(size), sha256: id, places: places ? places.split(',').map(Number) : [] };
  return how ? { ...row, hashed: how === 'r' ? 'read' : 'declared' } : row;
}

/** Gives the files among these lines. */
export function fileRows(lines: readonly string[]): FileRow[] {
  return lines.map(parseRow).filter((row): row is FileRow => !('oid' in row));
}

/**
 * Chooses files that represent all others with the same bytes, in the order of their paths: the first one, and for each
 * place without it the first file there.
 */
export function standIns(same: readonly FileRow[]): FileRow[] {
  const known = new Set<number>();
  return same.filter(({ places }, at) => {
    const isFirst = at === 0 || places.some((place) => !known.has(place));
    for (const place of places) known.add(place);
    return isFirst;
  });
}
