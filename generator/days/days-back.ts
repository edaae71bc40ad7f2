// Walks the days of a chain from the newest to the first.
import type { Address } from '../../src/nouns/address.ts';
import { type CatalogFile, openCatalog } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';
import { dayBefore } from './purged.ts';

/** A chain of days: the store of its objects, and the addresses of objects and days that were removed for good. */
export interface Chain {
  store: Pick<ObjectStore, 'pathOf'>;
  purged: ReadonlySet<Address>;
}

/**
 * Gives the day of the catalog `newest` and those before it. Reads and hashes each day only when the caller gets to it.
 */
export async function* daysBack(
  { store, purged }: Chain,
  newest: Address | null | undefined,
): AsyncGenerator<CatalogFile, undefined> {
  for (let at = newest; at; ) {
    const day: CatalogFile = await openCatalog(store.pathOf(at), at);
    yield day;
    at = dayBefore(day, purged);
  }
}
