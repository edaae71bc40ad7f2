// Checks the entry of a model in another hub's catalog: it may have only addresses of objects, and days.
import { isRecord } from '../../../src/basics/is-record.ts';
import { shownLine } from '../../../src/basics/shown-text.ts';
import { parseAddress } from '../../../src/nouns/address.ts';
import type { CatalogEntry } from '../../../src/shapes/objects.ts';
import { parseCanonical } from './canonical-text.ts';

/**
 * The check for each member of an entry. A member with days always passes this check: `areDaysBy` checks it later, with
 * the day of the catalog.
 */
const MEMBERS = new Map<string, (value: unknown) => boolean>([
  ['model', isAddress],
  ['sources', (value) => Array.isArray(value) && value.every(isAddress)],
  ['card', (value) => value === undefined || isAddress(value)],
  ['indexed', () => true],
  ['days', () => true],
]);

/**
 * Reads the line of `id` in a catalog, without its comma. Returns the end of a sentence about the fault if the line is
 * wrong.
 */
export function readEntry(line: string, id: string): CatalogEntry | string {
  let members: [string, unknown][];
  try {
    members = Object.entries(parseCanonical<Record<string, unknown>>(`{${line}}`, 'its entry'));
  } catch (error) {
    return (error as Error).message;
  }
  const [[name, entry]] = members as [[string, unknown]];
  if (members.length !== 1 || name !== id || !isRecord(entry)) return 'its line is no entry of one model';
  const entries = new Map(Object.entries(entry));
  for (const name of entries.keys())
    if (!MEMBERS.has(name)) return `${shownLine(name).slice(0, LONGEST)} in its entry is no member that we know`;
  for (const [name, isRight] of MEMBERS)
    if (!isRight(entries.get(name))) return `${name} in its entry is no address of an object`;
  return entry as CatalogEntry;
}

const LONGEST = 60;

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && parseAddress(value) !== undefined;
}
