// Reads and hashes the objects of every day in HUB_DATA. A damaged one can be replaced only from a backup or another
// copy.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { type CatalogFile, dayIn, openCatalog } from '../days/catalog-reader.ts';
import { namedObjects } from '../days/named-objects.ts';
import { openObjectStore } from '../days/object-store.ts';
import { dayBefore } from '../days/purged.ts';
import { blake3Hex } from '../process/blake3.ts';
import { asSentence } from '../process/failure.ts';
import { type JobResult, openPool } from './jobs.ts';

interface StoreCheck {
  /** HUB_DIST, which may have undamaged copies of objects. */
  dist: string;
  /** The folders of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** The catalog of the newest day. `ships` is true if it is the shipped catalog. */
  catalog: Address;
  ships: boolean;
  /** Addresses of objects and catalogs that were removed for good. */
  purged: ReadonlySet<Address>;
}

export interface CheckedStore {
  /** A sentence with the fix for each damaged object of any day. */
  faults: string[];
  /** The number of missing cards. A missing card is no fault: this hub or the mirrored hub has taken it down. */
  goneCards: number;
}

/** Reads and hashes all objects of all days of a chain. Calls `onProgress` with the number of models of each batch. */
export async function checkStore(check: StoreCheck, onProgress: (models: number) => void): Promise<CheckedStore> {
  const { dist, stores } = check;
  const unused = { sourceOrder: [], origin: '', spool: '', mend: false };
  const pool = openPool({ dist, stores, ...unused }, availableParallelism());
  const results: Promise<JobResult>[] = [];
  const faults: string[] = [];
  try {
    let newer: CatalogFile | undefined;
    for (let at: Address | null = check.catalog; at; ) {
      const day: CatalogFile | undefined = await openDay(check, at, faults);
      if (!day) break;
      for (const objects of namedObjects(newer, day, check.purged)) {
        results.push((await pool.start({ kind: 'check-objects', ...objects })).done);
        onProgress(objects.models.length);
      }
      newer = day;
      at = dayBefore(day, check.purged);
    }
    const done = await Promise.all(results);
    const found = done.flatMap(({ faults: said = [] }) => said);
    const advised = found.map(({ said, kind, address }) => `${said} ${advice(check, kind, address)}`);
    const goneCards = new Set(done.flatMap(({ goneCards: gone = [] }) => gone));
    return { faults: [...faults, ...advised], goneCards: goneCards.size };
  } finally {
    await pool.close();
  }
}

/**
 * Opens the catalog of a day. If the one in the store is damaged, adds a fault and opens the copy in HUB_DIST, so that
 * earlier days are checked too. Resolves to undefined if there is no undamaged copy.
 */
async function openDay(check: StoreCheck, catalog: Address, faults: string[]): Promise<CatalogFile | undefined> {
  try {
    return await dayIn(openObjectStore(...check.stores), catalog);
  } catch (error) {
    faults.push(`${asSentence((error as Error).message)} ${advice(check, 'catalog', catalog)}`);
  }
  const copy = copyOf(check, 'catalog', catalog);
  if (copy !== undefined) return openCatalog(copy, catalog);
  faults.push(`The objects of the day of ${catalog} and of the days before it were not checked.`);
  return undefined;
}

function advice(check: StoreCheck, kind: ObjectKind, address: Address): string {
  const copy = copyOf(check, kind, address);
  const first = check.ships ? 'It ships with the hub: install that again' : 'Put it back from a backup';
  return copy === undefined ? `${first}.` : `${first}, or copy ${copy} there, which is whole.`;
}

/** Returns the path of an undamaged copy of an object in HUB_DIST; undefined if there is none. */
function copyOf({ dist }: StoreCheck, kind: ObjectKind, address: Address): string | undefined {
  const path = join(dist, objectPath(kind, address));
  return existsSync(path) && addressFromHex(blake3Hex(readFileSync(path))) === address ? path : undefined;
}
