// Checks that a HUB_DIST and a HUB_DATA are undamaged and complete.
import assert from 'node:assert/strict';
import { type CatalogFile, openCatalog } from '../../generator/days/catalog-reader.ts';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { currentStamp } from '../../generator/packs/tree-layout.ts';
import { checkStore } from '../../generator/tree/check-archive.ts';
import type { Address } from '../../src/nouns/address.ts';
import { tornFiles } from '../fixtures/torn-files.ts';

/** Returns the day of the current tree, and a sentence for each of its faults. */
export async function treeIn(dist: string): Promise<{ day: string | undefined; faults: string[] }> {
  return { day: currentStamp(dist)?.stamp.snapshot, faults: await tornFiles(dist) };
}

/**
 * Lists the days of the chain in the HUB_DATA at `data`, newest first. Reads and hashes every catalog and every model
 * object that the catalogs name. Throws if one is missing or damaged.
 */
export async function chainIn(data: string): Promise<{ day: string; catalog: Address }[]> {
  const stores: [string] = [`${data}/objects`];
  const store = openObjectStore(...stores);
  const days: { day: string; catalog: Address }[] = [];
  const newest = readPointer(data)?.catalog;
  if (newest) {
    const check = { dist: data, stores, catalog: newest, ships: false, purged: new Set<never>() };
    assert.deepEqual((await checkStore(check)).faults, []);
  }
  for (let at: Address | null | undefined = newest; at; ) {
    const catalog: CatalogFile = await openCatalog(store.pathOf(at), at);
    days.push({ day: catalog.frame.snapshot, catalog: at });
    at = catalog.frame.prev;
  }
  return days;
}
