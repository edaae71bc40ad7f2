// Finds one row of a catalog object without reading all of it. Each row is a line, and the lines are sorted by id, so a
// binary search over the bytes finds it.

import { textOfBytes } from '../basics/bytes.ts';
import { type Awaitable, andThen } from '../basics/remembered.ts';

/** A catalog object, read by ranges of bytes; a range may end early, at the end of the object. */
export interface RangedCatalog {
  /** The size in bytes. */
  size: number;
  range(start: number, end: number): Awaitable<Uint8Array | undefined>;
}

/** The search reads a range of at most this number of bytes whole, instead of halving it again. */
const WINDOW = 32 * 1024;
/**
 * The number of bytes to read first for one line, and the maximum number. The search treats a longer line like the end
 * of the catalog.
 */
const [FIRST_READ, MOST_READ] = [8 * 1024, 4 * 1024 * 1024];

const LINE_FEED = 0x0a;

/** Returns the row of the model `id`; undefined if the catalog has none. Throws if a line is no JSON. */
export async function rowOfCatalog<R extends { id: string }>(
  catalog: RangedCatalog,
  id: string,
): Promise<R | undefined> {
  const line = (await rowsAround(catalog, id)).find((one) => idOf(one) === id);
  return line === undefined ? undefined : (JSON.parse(withoutComma(line)) as R);
}

/** True if the catalog has a row of this owner, whose ids all begin alike. */
export async function hasOwner(catalog: RangedCatalog, owner: string): Promise<boolean> {
  // Ids are ASCII, so the last row at or before this text is the owner's last one.
  const rows = await rowsAround(catalog, `${owner}/\uffff`);
  return rows.some((one) => idOf(one).startsWith(`${owner}/`));
}

/** Returns some rows, with the last row whose id is `id` or less. Returns none if all rows come after it. */
async function rowsAround(catalog: RangedCatalog, id: string): Promise<string[]> {
  // The wanted line begins at `start` or later, and before `end`.
  let [start, end] = [0, catalog.size];
  while (end - start > WINDOW) {
    const middle = Math.floor((start + end) / 2);
    const found = await lineBehind(catalog, middle);
    if (found && found.start < end && !isAfter(found.line, id)) start = found.start;
    else end = middle + 1;
  }
  return (await linesBetween(catalog, start, end)).filter(isRow);
}

/**
 * Returns the first line that begins after `position`; undefined at the end of the object, and if the line is too long.
 */
async function lineBehind(
  catalog: RangedCatalog,
  position: number,
): Promise<{ start: number; line: string } | undefined> {
  for (let length = FIRST_READ; ; length *= 2) {
    const bytes = await read(catalog, position, position + length);
    const before = bytes.indexOf(LINE_FEED);
    const end = before < 0 ? -1 : bytes.indexOf(LINE_FEED, before + 1);
    const isLast = position + length >= catalog.size;
    if (before >= 0 && (end >= 0 || isLast)) {
      const line = textOfBytes(bytes.subarray(before + 1, end < 0 ? bytes.length : end));
      return line === '' ? undefined : { start: position + before + 1, line };
    }
    if (isLast || length >= MOST_READ) return undefined;
  }
}

/**
 * Returns all complete lines that begin at offset `start` or later, and before `end`; none if they are too long to
 * read.
 */
async function linesBetween(catalog: RangedCatalog, start: number, end: number): Promise<string[]> {
  for (let length = end - start + FIRST_READ; ; length *= 2) {
    const bytes = await read(catalog, start, start + length);
    const last = bytes.indexOf(LINE_FEED, Math.max(0, end - start - 1));
    if (last >= 0 || start + length >= catalog.size)
      return textOfBytes(last < 0 ? bytes : bytes.subarray(0, last)).split('\n');
    if (length >= MOST_READ) return [];
  }
}

function read(catalog: RangedCatalog, start: number, end: number): Awaitable<Uint8Array> {
  return andThen(catalog.range(start, Math.min(end, catalog.size)), (bytes = new Uint8Array()) => bytes);
}

const withoutComma = (line: string) => line.replace(/,$/, '');
/** True for the line of a row. The first line of the catalog begins with a brace too, but is no row. */
const isRow = (line: string) => line.startsWith('{') && !line.startsWith('{"format":');
const idOf = (line: string) => (JSON.parse(withoutComma(line)) as { id: string }).id;

/**
 * True if `line` comes after the row of `id`. In a catalog, the lines of models come before the rows, and the last line
 * comes after the rows.
 */
function isAfter(line: string, id: string): boolean {
  return isRow(line) ? idOf(line) > id : line.startsWith(']');
}
