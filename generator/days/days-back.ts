// Walks back from a day through all days before it. Each catalog names the catalog of the day before.
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type CatalogFile, dayIn, entryLines, idOfEntryLine } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';
import { currentPointer } from './pointer.ts';
import { dayBefore, readPurged } from './purged.ts';

/** The store of the days' objects, and the addresses of objects and days that were removed for good. */
interface Chain {
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
    const day: CatalogFile = await dayIn(store, at);
    yield day;
    at = dayBefore(day, purged);
  }
}

/** Gives the day in force and all days before it, as `daysBack` does. */
export const allDays = (data: string, store: Chain['store']): AsyncGenerator<CatalogFile, undefined> =>
  daysBack({ store, purged: readPurged(data) }, currentPointer(data)?.catalog);

/**
 * Gives the entries of the models `ids` (in lower case) on all days, by default of all models, newest day first. Throws a
 * Failure when a day can't be read.
 */
export async function* entriesOfDays(data: string, store: Chain['store'], ids?: ReadonlySet<string>) {
  for await (const day of allDays(data, store))
    for (const line of entryLines(day))
      if (!ids || ids.has(idOfEntryLine(line).toLowerCase())) yield parseEntryLine(line.toString('latin1'));
}
