// The list in HUB_DATA of everything that was removed for good: objects of withdrawn models, and days. Other objects
// still name these addresses, and no command reports them as missing.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import { writeJsonNote } from '../files/json-note.ts';
import { Failure } from '../process/failure.ts';
import type { CatalogFile } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';

const FORMAT = 'hub.model-hub.purged/v1';
/**
 * The format of a list that has days. Older versions of the program don't know removed days: they refuse this format,
 * and so can't lose the days.
 */
const FORMAT_WITH_DAYS = 'hub.model-hub.purged/v2';
const NAME = 'purged.json';

interface Purged {
  /** Objects of withdrawn models. */
  objects: Address[];
  /** The catalogs of days that `prune --days` removed. */
  days: Address[];
}

/** Reads the objects of withdrawn models and the catalogs of days. Throws a Failure when the list is unreadable. */
export function readPurged(data: string): ReadonlySet<Address> {
  const { objects, days } = readList(data);
  return new Set([...objects, ...days]);
}

/** Reads only the objects of withdrawn models. Throws as `readPurged` does. */
export const readPurgedObjects = (data: string): ReadonlySet<Address> => new Set(readList(data).objects);

function readList(data: string): Purged {
  const path = join(data, NAME);
  try {
    const { format, objects, days = [] } = JSON.parse(readFileSync(path, 'utf8')) as Purged & { format: string };
    if (format === FORMAT || format === FORMAT_WITH_DAYS) return { objects, days };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { objects: [], days: [] };
  }
  throw new Failure(
    `${path} is no list of removed objects that this version reads: put it back from a backup, or run the version that wrote it.`,
  );
}

/**
 * Gives the catalog of the day before. Gives null for the first day, and for the earliest day that `prune --days` left.
 */
export const dayBefore = ({ frame: { prev } }: Pick<CatalogFile, 'frame'>, purged: ReadonlySet<Address>) =>
  prev !== null && purged.has(prev) ? null : prev;

/** True if a model's object was removed for good, and no later day has brought it back. */
export const isPurged = (address: Address, purged: ReadonlySet<Address>, store: Pick<ObjectStore, 'has'>): boolean =>
  purged.has(address) && !store.has(address);

/** Adds to the list in one step. */
export function notePurged(data: string, { objects = [], days = [] }: Partial<Purged>): void {
  const known = readList(data);
  const list: Purged = { objects: joined(known.objects, objects), days: joined(known.days, days) };
  mkdirSync(data, { recursive: true });
  const format = list.days.length > 0 ? FORMAT_WITH_DAYS : FORMAT;
  writeJsonNote(join(data, NAME), { format, ...list });
}

const joined = (known: readonly Address[], more: readonly Address[]) => [...new Set([...known, ...more])].sort();
