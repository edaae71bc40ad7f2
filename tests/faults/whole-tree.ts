// Whether what a HUB_DIST and a HUB_DATA hold is whole, asked without a process of its own.
import { sourceFacts } from '../../generator/build/build-hub.ts';
import { checkTree } from '../../generator/build/check-tree.ts';
import { pageSettings } from '../../generator/build/page-settings.ts';
import { currentStamp } from '../../generator/build/tree-layout.ts';
import { type CatalogFile, openCatalog } from '../../generator/catalog-reader.ts';
import { openObjectStore } from '../../generator/object-store.ts';
import { readPointer } from '../../generator/pointer.ts';
import { readService } from '../../generator/read-service.ts';
import { totalsOf } from '../../generator/status/day-totals.ts';
import type { Address } from '../../src/address.ts';
import { publicBaseUrl, readConfig } from '../../src/config.ts';

/** The day of the current tree, and what is wrong with it, a sentence each. */
export async function treeIn(dist: string): Promise<{ day: string | undefined; faults: string[] }> {
  const config = readConfig({ HUB_DIST: dist });
  const service = readService(config);
  const pages = pageSettings(dist, publicBaseUrl(config, service), service);
  const faults = await checkTree({ dist, ...sourceFacts(service), pages }, () => {});
  return { day: currentStamp(dist)?.stamp.snapshot, faults };
}

/**
 * The days of the chain in the HUB_DATA at `data`, newest first. Every catalog and every model object that it names is
 * read and hashed; throws when one is missing or damaged.
 */
export async function chainIn(data: string): Promise<{ day: string; catalog: Address }[]> {
  const store = openObjectStore(`${data}/objects`);
  const days: { day: string; catalog: Address }[] = [];
  for (let at: Address | null | undefined = readPointer(data)?.catalog; at; ) {
    const catalog: CatalogFile = await openCatalog(store.pathOf(at), at);
    totalsOf(store, catalog, () => {});
    days.push({ day: catalog.frame.snapshot, catalog: at });
    at = catalog.frame.prev;
  }
  return days;
}
