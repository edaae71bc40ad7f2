// Reads and writes the pointer: the small file that names today's catalog, and records how the days were made. A new
// day writes the pointer last, in one step.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, sortedByKey } from '../../src/basics/records.ts';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { isDay, parseMoment } from '../../src/nouns/calendar.ts';
import { isCommit } from '../../src/nouns/model-id.ts';
import { readNoteText, writeJsonNote } from '../files/json-note.ts';
import { Failure } from '../process/failure.ts';
import { seedFolder } from '../process/package-paths.ts';

const POINTER_FORMAT = 'hub.model-hub.pointer/v1';
const NAME = 'index.json';
/** The maximum size in bytes of a pointer, which has 0.2 KB a day. A folder to mirror may have another's file there. */
const MOST_POINTER = 4 * 1024 * 1024;

export interface Pointer {
  /** The newest day's catalog. */
  catalog: Address;
  /** The day of that catalog, YYYY-MM-DD. */
  snapshot: string;
  /**
   * Records how days were made, by the address of their catalog, as far as that is known. Catalogs have no such record,
   * since the same rows after the same day must always give the same addresses.
   */
  days: Readonly<Record<string, DayOrigin>>;
}

/**
 * Reads the pointer in `folder`; undefined when there is none. Throws a Failure when the pointer is damaged or has an
 * unknown format.
 */
export function readPointer(folder: string): Pointer | undefined {
  const path = join(folder, NAME);
  const text = readNoteText(path, MOST_POINTER);
  if (text === undefined) return undefined;
  return parsePointer(text, path);
}

/**
 * Makes the pointer in `folder` name another catalog. The catalog and all objects that it names must be on the disk
 * already.
 */
export function writePointer(folder: string, { catalog, snapshot, days }: Pointer): void {
  mkdirSync(folder, { recursive: true });
  const sorted = sortedByKey(Object.entries(days));
  writeJsonNote(join(folder, NAME), { format: POINTER_FORMAT, catalog, snapshot, days: sorted });
}

/**
 * Gives the pointer to a new day after `newest`. The pointer keeps the records of all earlier days, except that of a
 * replaced day.
 */
export function pointerAfter(
  newest: Pointer | undefined,
  { catalog, snapshot, made }: Pick<Pointer, 'catalog' | 'snapshot'> & { made?: DayOrigin },
): Pointer {
  const days = { ...newest?.days };
  if (newest?.snapshot === snapshot) delete days[newest.catalog];
  return { catalog, snapshot, days: made ? { ...days, [catalog]: made } : days };
}

/** Gives the pointer in force: the one of HUB_DATA, or else the one of the shipped catalog. */
export function currentPointer(
  data: string,
  seed: string = seedFolder,
): (Pointer & { from: 'data' | 'seed' }) | undefined {
  const own = readPointer(data);
  if (own) return { ...own, from: 'data' };
  const shipped = readPointer(seed);
  return shipped && { ...shipped, from: 'seed' };
}

function parsePointer(text: string, path: string): Pointer {
  let value: { format?: unknown; catalog?: unknown; snapshot?: unknown; days?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    throw new Failure(`${path} is damaged: it is not JSON.`);
  }
  if (value?.format !== POINTER_FORMAT)
    throw new Failure(
      `${path} has the unknown format ${JSON.stringify(value?.format)}; this version reads ${POINTER_FORMAT}.`,
    );
  const catalog = typeof value.catalog === 'string' ? parseAddress(value.catalog) : undefined;
  if (!catalog || typeof value.snapshot !== 'string' || !isDay(value.snapshot))
    throw new Failure(`${path} is damaged: it must name a catalog and a snapshot day.`);
  // Earlier versions wrote no `days`.
  const days = value.days ?? {};
  if (!isDays(days)) throw new Failure(`${path} is damaged: "days" must say how each catalog was made.`);
  return { catalog, snapshot: value.snapshot, days };
}

function isDays(value: unknown): value is Pointer['days'] {
  return isRecord(value) && Object.entries(value).every(([name, origin]) => parseAddress(name) && isOrigin(origin));
}

function isOrigin(value: unknown): value is DayOrigin {
  if (!isRecord(value)) return false;
  const { archived, source } = value;
  const isMoment = archived === undefined || (typeof archived === 'string' && parseMoment(archived) !== undefined);
  return isMoment && (source === undefined || (typeof source === 'string' && isCommit(source)));
}
