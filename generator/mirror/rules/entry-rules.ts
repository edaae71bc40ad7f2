// Checks the entry of a model in another hub's catalog: it may have only addresses of objects, and days.
import { isRecord } from '../../../src/basics/is-record.ts';
import { MOST_RECORDS } from '../../../src/basics/limits.ts';
import { shownLine } from '../../../src/basics/shown-text.ts';
import { parseAddress } from '../../../src/nouns/address.ts';
import { isDay } from '../../../src/nouns/calendar.ts';
import { isCount } from '../../../src/nouns/whole-number.ts';
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
  ['published', (value) => value === undefined || arePublished(value)],
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
    if (!isRight(entries.get(name)))
      return `${name} in its entry is ${name === 'published' ? 'no list of published records' : 'no address of an object'}`;
  return entry as CatalogEntry;
}

const LONGEST = 60;

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && parseAddress(value) !== undefined;
}

/** True for a list of published records, each with its state. The list must be short enough for a page. */
function arePublished(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= MOST_RECORDS && value.every(isPublished);
}

const WORDS = {
  record: isAddress,
  published: isDayText,
  source: isWord,
  state: isState,
  files: isCount,
  held: isCount,
};

function isPublished(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const members = new Map(Object.entries(value));
  const rules = Object.entries(WORDS);
  return members.size === rules.length && rules.every(([name, isRight]) => isRight(members.get(name)));
}

function isDayText(value: unknown): boolean {
  return typeof value === 'string' && isDay(value);
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST;
}

function isState(value: unknown): boolean {
  return typeof value === 'string' && /^(offered|waiting|differs|absent|unknown|objects)$/.test(value);
}
