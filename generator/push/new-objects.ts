// Finds the objects that a tree has and an older tree lacks, by comparing the days between the two trees.
import { join } from 'node:path';
import type { ArchivedDay } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { type CatalogFile, openCatalog } from '../days/catalog-reader.ts';
import { namedObjects } from '../days/named-objects.ts';

export interface NamedObject {
  kind: ObjectKind;
  address: Address;
}

/**
 * Counts the days in `days` that are newer than the newest day that is also in `known`; undefined if no day is in both.
 * Both lists have the newest day first.
 */
export function daysSince(days: readonly ArchivedDay[], known: readonly ArchivedDay[]): number | undefined {
  const catalogs = new Set(known.map(({ catalog }) => catalog));
  const count = days.findIndex(({ catalog }) => catalogs.has(catalog));
  return count < 0 ? undefined : count;
}

/**
 * Lists the objects that the first `count` days of `days` add, each compared with the day before it. `days` has the
 * newest day first. Throws if a catalog in `dist` is missing or damaged.
 */
export async function* objectsOfDays(
  dist: string,
  days: readonly ArchivedDay[],
  count: number,
): AsyncGenerator<NamedObject> {
  const open = (day: ArchivedDay | undefined) => {
    const address = day?.catalog as Address | undefined;
    return address && openCatalog(join(dist, objectPath('catalog', address)), address);
  };
  // The oldest of the listed days is compared with the day before it.
  let before: CatalogFile | undefined = await open(days[count]);
  for (const day of days.slice(0, count).reverse()) {
    const catalog = (await open(day))!;
    for (const { models, sources, cards } of namedObjects(before, catalog, new Set()))
      yield* [...ofKind('model', models), ...ofKind('source', sources), ...ofKind('card', cards)];
    yield { kind: 'catalog', address: catalog.address };
    before = catalog;
  }
}

const ofKind = (kind: ObjectKind, addresses: readonly Address[]): NamedObject[] =>
  addresses.map((address) => ({ kind, address }));
