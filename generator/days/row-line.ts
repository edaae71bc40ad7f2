// Reads facts off a browse row's line in a catalog. A build walks every row of every day, so it parses those alone that may say something.
import type { ModelRow } from '../../src/shapes/models.ts';

/** How many files a row says its model has. */
export function filesOfRow(row: Buffer): number {
  return parseRow(row).hub.files;
}

const UNLISTED = Buffer.from('"listed":false');

/** False when the row's model fell off the browse list. */
export function isListedRow(row: Buffer): boolean {
  // Canonical JSON has no white space, so a row without these bytes has no such member; one with them may have it elsewhere.
  return !row.includes(UNLISTED) || parseRow(row).hub.listed !== false;
}

/** True when the row can be that of `id`: somewhere it says so. A check of two lists against each other, no reading. */
export function namesModel(row: Buffer, id: string): boolean {
  return row.includes(`"id":${JSON.stringify(id)}`);
}

/** A member with one of the figures (`model-figures.ts`), and the comma behind it; no text in a string can look so. */
const FIGURES = /(?<=[{,])"(?:downloads|likes|trendingScore)":[^,}]*,?/g;

/** True when two rows of one model are equal but for its figures. */
export function differsInFiguresOnly(row: Buffer, other: Buffer): boolean {
  // A member at the end leaves the comma before it.
  const rest = (line: Buffer) => line.toString('latin1').replace(FIGURES, '').replace(/,}$/, '}');
  return rest(row) === rest(other);
}

function parseRow(row: Buffer): ModelRow {
  return JSON.parse(row.toString('utf8')) as ModelRow;
}
