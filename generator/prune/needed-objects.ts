// Finds the objects that are still needed by a day that stays, by the day kept aside, or by a tree that stays.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED, readPackedFile } from '../../functions/stores/bytes/packed-file.ts';
import { parseModelObject } from '../../src/catalog/catalog-object.ts';
import { type Address, hexOfAddress, parseAddress, parseObjectName } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { readAside } from '../aside/kept-aside.ts';
import { type CatalogFile, openCatalog } from '../days/catalog-reader.ts';
import { entryOf, modelsIn } from '../days/model-stream.ts';
import { namedAddresses } from '../days/named-objects.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { dayBefore } from '../days/purged.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import { asSentence, Failure } from '../process/failure.ts';

export class NeededObjects {
  readonly #digests = new Set<string>();
  /** The addresses of the needed objects that are catalogs. */
  readonly catalogs = new Set<string>();

  add(address: Address): void {
    this.#digests.add(hexOfAddress(address));
  }

  has(address: Address): boolean {
    return this.#digests.has(hexOfAddress(address));
  }

  /** False for the name of an object that is not needed, and for what a killed process left among objects. */
  isNeeded(name: string): boolean {
    const address = parseObjectName(name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name);
    return address ? this.has(address) : !/^[0-9a-f]{2}\//.test(name);
  }
}

/**
 * Returns the addresses of all catalogs that a tree needs: its own, that of the whole day from which withdrawn models
 * were left out, and those of its earlier days.
 */
export const catalogsOf = ({ catalog, takenFrom, days }: Stamp): string[] => [
  ...[catalog, ...(takenFrom === undefined ? [] : [takenFrom])],
  ...days.map((day) => day.catalog),
];

/**
 * Finds the needed objects. Leaves out the days in `gone`, and objects that only these days name. Throws a Failure if
 * another day can't be read, because nobody knows then which objects it needs.
 */
export async function neededObjects(
  config: Config,
  stamps: readonly Stamp[],
  gone: ReadonlySet<Address>,
): Promise<NeededObjects> {
  const needed = new NeededObjects();
  const store = storeOf(config);
  const roots = [
    currentPointer(config.data)?.catalog,
    readAside(config.data)?.catalog,
    ...stamps.flatMap(catalogsOf).map(parseAddress),
  ];
  for (const root of roots) {
    let newer: CatalogFile | undefined;
    for (let at: Address | null = root ?? null; at && !gone.has(at) && !needed.catalogs.has(at); ) {
      const day = await openDay(config.dist, store, at);
      needed.catalogs.add(at);
      needed.add(at);
      const key = keyOfPacked(day.path);
      if (key) needed.add(key);
      // The empty set is on purpose: an object that was removed for good is needed if a later day has brought it back.
      for (const address of namedAddresses(newer, day, new Set())) needed.add(address);
      newer = day;
      at = dayBefore(day, gone);
      if (at === null && day.frame.prev !== null) addEarlierRevisions(needed, store, day);
    }
  }
  return needed;
}

/**
 * Adds the model objects of earlier revisions. The oldest day that stays leads to them, even though their own days are
 * gone.
 */
function addEarlierRevisions(needed: NeededObjects, store: ObjectStore, oldest: CatalogFile): void {
  for (const model of modelsIn(oldest)) {
    let at: Address | null = entryOf(model).model;
    while (at && store.has(at)) {
      needed.add(at);
      const { prev } = parseModelObject(store.get(at));
      at = prev === null ? null : (parseAddress(prev) ?? null);
    }
  }
}

/** Returns the address of the catalog without which a packed one can't be read; undefined if there is none. */
function keyOfPacked(path: string): Address | undefined {
  const key = path.endsWith(PACKED) && readPackedFile(path, (index) => index.key);
  return key ? parseObjectName(key) : undefined;
}

async function openDay(dist: string, store: ObjectStore, address: Address): Promise<CatalogFile> {
  const built = join(dist, objectPath('catalog', address));
  try {
    return await openCatalog(store.has(address) || !existsSync(built) ? store.pathOf(address) : built, address);
  } catch (error) {
    throw new Failure(
      `${asSentence((error as Error).message)} Nothing was removed, since nobody knows what that day needs: "model-hub archive verify" names the fix.`,
    );
  }
}
