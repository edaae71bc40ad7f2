// Lists the objects of a day in batches, for threads to read.

import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from './catalog-reader.ts';
import { compareCatalogs, entryOf } from './model-stream.ts';

const BATCH = 64;

export interface NamedObjects {
  models: Address[];
  sources: Address[];
  /** Any card may be missing, because an operator may have to take one down. */
  cards: Address[];
}

/**
 * Lists the objects that `day` names and `newer` does not, or all of them if there is no `newer`. Leaves out the
 * objects in `purged`, which were removed for good. The last batch may be empty.
 */
export function* namedObjects(
  newer: CatalogFile | undefined,
  day: CatalogFile,
  purged: ReadonlySet<Address>,
): Generator<NamedObjects> {
  let batch: NamedObjects = { models: [], sources: [], cards: [] };
  for (const { before, after, sameEntry } of compareCatalogs(newer, day)) {
    if (!after || sameEntry) continue;
    const [entry, known] = [entryOf(after), before && entryOf(before)];
    const isNew = (address: Address | undefined): address is Address =>
      address !== undefined &&
      !purged.has(address) &&
      !(known && [known.model, known.card, ...known.sources].includes(address));
    batch.models.push(...[entry.model].filter(isNew));
    batch.sources.push(...entry.sources.filter(isNew));
    batch.cards.push(...[entry.card].filter(isNew));
    if (batch.models.length < BATCH) continue;
    yield batch;
    batch = { models: [], sources: [], cards: [] };
  }
  yield batch;
}

/** Counts the objects that `namedAddresses` gives for all of `days`, which must come newest first. */
export function countNamed(
  days: readonly CatalogFile[],
  purged: ReadonlySet<Address>,
  hasCard: (card: Address) => boolean,
): number {
  let count = 0;
  for (const [at, day] of days.entries())
    for (const { models, sources, cards } of namedObjects(days[at - 1], day, purged))
      count += models.length + sources.length + cards.filter(hasCard).length;
  return count;
}

/** Gives the addresses of `namedObjects` one by one, without cards for which `hasCard` is false. */
export function* namedAddresses(
  newer: CatalogFile | undefined,
  day: CatalogFile,
  purged: ReadonlySet<Address>,
  hasCard: (card: Address) => boolean = () => true,
): Generator<Address> {
  for (const { models, sources, cards } of namedObjects(newer, day, purged))
    yield* [...models, ...sources, ...cards.filter(hasCard)];
}
