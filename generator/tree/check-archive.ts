// Checks all that can't be made again: the objects of every day, and the log. A damaged object can be replaced only from
// a backup or another copy.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import type { Config } from '../../src/service/config.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { type CatalogFile, dayIn, openCatalog } from '../days/catalog-reader.ts';
import { namedObjects } from '../days/named-objects.ts';
import { openObjectStore, rootsOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { dayBefore, readPurged } from '../days/purged.ts';
import { checkLog } from '../log/check-log.ts';
import { placesOf } from '../log/log-folder.ts';
import { blake3Hex } from '../process/blake3.ts';
import { asSentence, Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';

/** Reads and hashes the objects of all days, and the log. Throws a Failure if there is no day. */
export async function checkArchive(config: Config, progress: Progress) {
  const { dist, data } = config;
  const pointer = currentPointer(data);
  if (!pointer) throw new Failure('There is no day yet: run "model-hub import FILE" first.');
  const { catalog, snapshot, from } = pointer;
  const task = progress.start('Reading models');
  const check = { dist, stores: rootsOf(config), catalog, ships: from === 'seed', purged: readPurged(data) };
  let models = 0;
  const { faults, goneCards } = await checkStore(check, (count) => {
    models += count;
    task.advance(count);
  });
  task.done();
  return { snapshot, catalog, models, faults: [...faults, ...(await checkLog(placesOf(config)))], goneCards };
}

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

interface CheckedStore {
  /** A sentence with the fix for each damaged object of any day. */
  faults: string[];
  /** The number of missing cards. A missing card is no fault: this hub or the mirrored hub has taken it down. */
  goneCards: number;
}

/**
 * Reads and hashes all objects of all days of a chain, and calls `onProgress` with the number of models of each batch.
 * If a catalog is damaged, reads the copy in HUB_DIST, so that earlier days are checked too.
 */
export async function checkStore(
  check: StoreCheck,
  onProgress: (models: number) => void = () => {},
): Promise<CheckedStore> {
  const store = openObjectStore(...check.stores);
  const faults: string[] = [];
  const goneCards = new Set<Address>();
  const note = (error: unknown, kind: ObjectKind, address: Address) =>
    faults.push(`${asSentence((error as Error).message)} ${advice(check, kind, address)}`);
  let newer: CatalogFile | undefined;
  for (let at: Address | null = check.catalog; at; ) {
    const catalog: Address = at;
    const day: CatalogFile | undefined = await dayIn(store, catalog).catch((error) => {
      note(error, 'catalog', catalog);
      const copy = copyOf(check, 'catalog', catalog);
      return copy === undefined ? undefined : openCatalog(copy, catalog);
    });
    if (!day) {
      faults.push(`The objects of the day of ${catalog} and of the days before it were not checked.`);
      break;
    }
    for (const { models, sources, cards } of namedObjects(newer, day, check.purged)) {
      const here = cards.filter((card) => store.has(card));
      for (const card of cards) if (!here.includes(card)) goneCards.add(card);
      const all = { model: models, source: sources, card: here };
      for (const [kind, addresses] of Object.entries(all) as [ObjectKind, Address[]][])
        for (const address of addresses)
          try {
            store.getBytes(address);
          } catch (error) {
            note(error, kind, address);
          }
      onProgress(models.length);
    }
    newer = day;
    at = dayBefore(day, check.purged);
  }
  return { faults, goneCards: goneCards.size };
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
