// Reads the days that a mirror takes: from another hub, by its archive and the addresses of objects, or from a folder
// that has them as HUB_DATA has.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { own } from '../../src/basics/records.ts';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { isDay, parseMoment } from '../../src/nouns/calendar.ts';
import { isCommit, parseModelId } from '../../src/nouns/model-id.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { catalogBytes } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { ObjectError, openObjectStore } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { readPurged, readPurgedObjects } from '../days/purged.ts';
import { NoObject, type ObjectClient } from '../objects/object-client.ts';
import { Failure } from '../process/failure.ts';

/** The maximum size in bytes of an object that is no catalog: a model object of 250,000 files has 30 MB. */
export const MOST_OBJECT = 64 * 1024 * 1024;

/**
 * The maximum size in bytes of a list of days: enough for thirty years at 0.4 KB a day. A malicious list of only
 * brackets takes forty times its bytes in memory once it is parsed.
 */
const MOST_ARCHIVE = 4 * 1024 * 1024;

/** A day as the origin of a mirror lists it. The day is unproved until its catalog has been read. */
export interface ToldDay {
  /** The date of the day, as YYYY-MM-DD. */
  date: string;
  catalog: Address;
  origin: DayOrigin;
}

export interface ObjectOrigin {
  /** The name of the origin in messages. */
  name: string;
  /** Lists the days that it still has, newest first. Throws a Failure if there are none. */
  days(): Promise<ToldDay[]>;
  /** Returns an object, unchecked; undefined if the origin lacks it. Throws a Failure if it is too large. */
  object(address: Address): Promise<Uint8Array | undefined>;
  /**
   * Returns the sentence with which the origin says why it no longer has the objects of the model `id`. `address` is
   * one of these objects. Returns undefined if the origin knows of no withdrawal.
   */
  withdrawn(id: string, address: Address): Promise<string | undefined>;
  /** Tells, in sentences, how to mend the origin if it lacks the object `address` or has other bytes. */
  fix(address: Address): string;
  /** Streams the bytes of a catalog, unchecked. Throws a Failure if the origin lacks it, or if it is too large. */
  catalog(address: Address): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/** Opens the hub behind `client`. Refuses catalogs of more than `mostOfCatalog` bytes. */
export function hubOrigin(client: ObjectClient, mostOfCatalog: number): ObjectOrigin {
  return {
    name: client.base,
    async days() {
      const { days } = (await client.json(href(routes.archive), MOST_ARCHIVE)) as { days?: unknown };
      const told = Array.isArray(days) ? days.map(toldDay) : [];
      if (told.length > 0 && !told.includes(undefined)) return told as ToldDay[];
      throw new Failure(`${client.base} has no archive of days that this version reads.`);
    },
    object: (address) => client.get(address, MOST_OBJECT).catch(unlessThere),
    async withdrawn(id) {
      const named = parseModelId(id);
      return named && client.refusal(href(routes.model, named), 'Withdrawn');
    },
    fix: () => 'Ask its operator: "model-hub archive verify" there names the fix.',
    catalog: (address) => client.stream(address, mostOfCatalog),
  };
}

function unlessThere(error: unknown): undefined {
  if (!(error instanceof NoObject)) throw error;
}

/** Reads one day of an archive's list; undefined if it is malformed. */
function toldDay(value: unknown): ToldDay | undefined {
  const { date, catalog, archived, source } = (value ?? {}) as { [member: string]: unknown };
  const address = typeof catalog === 'string' ? parseAddress(catalog) : undefined;
  if (!address || typeof date !== 'string' || !isDay(date)) return undefined;
  const isMoment = typeof archived === 'string' && parseMoment(archived) !== undefined;
  const isSource = typeof source === 'string' && isCommit(source);
  return { date, catalog: address, origin: { ...(isMoment && { archived }), ...(isSource && { source }) } };
}

/**
 * Opens the days in `folder`, up to the day of `pointer`. `store` has their objects. Throws a Failure if there are
 * none. Refuses catalogs of more than `mostOfCatalog` bytes.
 */
export function folderOrigin(
  folder: string,
  mostOfCatalog: number,
  pointer = readPointer(folder),
  store = openObjectStore(join(folder, 'objects')),
): ObjectOrigin {
  if (!pointer) throw new Failure(`${folder} has no days: "model-hub mirror --to ${folder}" writes some.`);
  const gone = readPurgedObjects(folder);
  const pathOf = (catalog: Address) => {
    const path = store.pathOf(catalog);
    const { size } = statSync(path);
    if (size <= mostOfCatalog) return path;
    throw new Failure(`${path} has ${size} bytes, and HUB_MIRROR_GIB allows catalogs of at most ${mostOfCatalog}.`);
  };
  const advice =
    '"model-hub archive verify" says where a whole copy of it is; of a folder that "model-hub mirror --to" wrote, write another.';
  /** Adds the advice to the sentence about an object that is missing or damaged. */
  const advise = (error: unknown) => {
    throw error instanceof ObjectError ? new Failure(`${error.message} ${advice}`) : error;
  };
  return {
    name: folder,
    async days() {
      const days: ToldDay[] = [];
      const chain = daysBack({ store: { pathOf }, purged: readPurged(folder) }, pointer.catalog);
      try {
        for await (const { address, frame } of chain)
          days.push({ date: frame.snapshot, catalog: address, origin: own(pointer.days, address) ?? {} });
      } catch (error) {
        advise(error);
      }
      return days;
    },
    object: async (address) => (store.has(address) ? readOwnFile(store.pathOf(address), MOST_OBJECT) : undefined),
    withdrawn: async (id, address) =>
      gone.has(address) ? `${id} was withdrawn where ${folder} was written.` : undefined,
    fix: (address) => `Its place is ${store.placeOf(address)}. ${advice}`,
    async catalog(address) {
      try {
        return catalogBytes({ path: pathOf(address) });
      } catch (error) {
        return advise(error);
      }
    },
  };
}
