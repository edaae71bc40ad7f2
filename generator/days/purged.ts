// Reads and writes purged.json in HUB_DATA, the list of everything that was removed for good: objects of withdrawn
// models, and days. Other objects still name what was removed, and no command reports it as missing.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { readNoteText, writeJsonNote } from '../files/json-note.ts';
import { Failure } from '../process/failure.ts';
import { type CatalogFile, dayIn } from './catalog-reader.ts';
import { entryOf, modelsIn } from './model-stream.ts';
import type { ObjectStore } from './object-store.ts';

const FORMAT = 'hub.model-hub.purged/v1';
/**
 * The format of a list that has days. Older versions of the program don't know removed days: they refuse this format,
 * and so can't lose the days.
 */
const FORMAT_WITH_DAYS = 'hub.model-hub.purged/v2';
const NAME = 'purged.json';
/** The maximum size in bytes of the list: enough for 400,000 addresses. A folder to mirror may have another's file there. */
const MOST_LIST = 32 * 1024 * 1024;

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
  const text = readNoteText(path, MOST_LIST);
  if (text === undefined) return { objects: [], days: [] };
  try {
    const { format, objects, days = [] } = JSON.parse(text) as { [member: string]: unknown };
    const isKnown = format === FORMAT || format === FORMAT_WITH_DAYS;
    if (isKnown && areAddresses(objects) && areAddresses(days)) return { objects, days };
  } catch {
    // The error below reports a text that is no JSON.
  }
  throw new Failure(
    `${path} is no list of removed objects that this version reads: put it back from a backup, or run the version that wrote it.`,
  );
}

const areAddresses = (value: unknown): value is Address[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && parseAddress(one) !== undefined);

/**
 * Gives the catalog of the day before. Gives null for the first day, and for the earliest day that `prune --days` left.
 */
export const dayBefore = ({ frame: { prev } }: Pick<CatalogFile, 'frame'>, purged: ReadonlySet<Address>) =>
  prev !== null && purged.has(prev) ? null : prev;

/** True if the model object or a source object of a model was removed for good. */
export const isPurged = ({ model, sources }: CatalogEntry, purged: ReadonlySet<Address>): boolean =>
  purged.size > 0 && [model, ...sources].some((address) => purged.has(address));

/** Adds objects and days to the list. Replaces the file in one step. */
export function notePurged(data: string, { objects = [], days = [] }: Partial<Purged>): void {
  const known = readList(data);
  writeList(data, { objects: joined(known.objects, objects), days: joined(known.days, days) });
}

/**
 * Removes from the list those objects that the day `catalog` names and `store` has, because this day has brought them
 * back. Objects of `withdrawn` models (ids in lower case) stay on the list.
 */
export async function noteBroughtBack(
  data: string,
  store: ObjectStore,
  catalog: Address,
  withdrawn: ReadonlySet<string>,
): Promise<void> {
  const known = readList(data);
  const purged = new Set(known.objects);
  if (purged.size === 0) return;
  for (const lines of modelsIn(await dayIn(store, catalog))) {
    if (withdrawn.has(lines.id.toLowerCase())) continue;
    const { model, sources, card } = entryOf(lines);
    for (const address of [model, ...sources, ...(card ? [card] : [])]) if (store.has(address)) purged.delete(address);
  }
  if (purged.size < known.objects.length) writeList(data, { ...known, objects: [...purged] });
}

function writeList(data: string, list: Purged): void {
  mkdirSync(data, { recursive: true });
  const format = list.days.length > 0 ? FORMAT_WITH_DAYS : FORMAT;
  writeJsonNote(join(data, NAME), { format, ...list });
}

const joined = (known: readonly Address[], more: readonly Address[]) => [...new Set([...known, ...more])].sort();
