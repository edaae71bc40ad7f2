// Finds the objects that a tree has and an older tree lacks, from the days between the two.
import { join } from 'node:path';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { ArchivedDay } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { type CatalogFile, openCatalog } from '../days/catalog-reader.ts';
import { compareCatalogs } from '../days/model-stream.ts';

export interface NamedObject {
  kind: ObjectKind;
  address: Address;
}

/**
 * Counts the days in `days`, newest first, that are newer than the newest common day with `known`; undefined if there
 * is no common day.
 */
export function daysSince(days: readonly ArchivedDay[], known: readonly ArchivedDay[]): number | undefined {
  const catalogs = new Set(known.map(({ catalog }) => catalog));
  const count = days.findIndex(({ catalog }) => catalogs.has(catalog));
  return count < 0 ? undefined : count;
}

/**
 * Lists the objects that are new in the first `count` days of `days`, which has the newest day first: those that a day
 * names and the day before does not. Throws when a catalog in `dist` is missing or damaged.
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
  // Begins with the oldest of these days, compared with the day before it.
  let before: CatalogFile | undefined = await open(days[count]);
  for (const day of days.slice(0, count).reverse()) {
    const catalog = (await open(day))!;
    yield* namedAnew(before, catalog);
    yield { kind: 'catalog', address: catalog.address };
    before = catalog;
  }
}

function* namedAnew(before: CatalogFile | undefined, day: CatalogFile): Generator<NamedObject> {
  for (const step of compareCatalogs(before, day)) {
    if (!step.after || step.sameEntry) continue;
    const known = new Set(step.before && addressesIn(step.before.entry).map(({ address }) => address));
    yield* addressesIn(step.after.entry).filter(({ address }) => !known.has(address));
  }
}

function addressesIn(line: Buffer): NamedObject[] {
  const { entry } = parseEntryLine(line.toString());
  const sources = entry.sources.map((address): NamedObject => ({ kind: 'source', address }));
  const card: NamedObject[] = entry.card ? [{ kind: 'card', address: entry.card }] : [];
  return [{ kind: 'model', address: entry.model }, ...sources, ...card];
}
