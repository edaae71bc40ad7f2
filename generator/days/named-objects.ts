// Lists the objects of a day in batches, for threads to read.

import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from './catalog-reader.ts';
import { compareCatalogs, entryOf, type StreamStep } from './model-stream.ts';

const BATCH = 64;

export interface NamedObjects {
  models: Address[];
  sources: Address[];
  /** Any card may be missing, because an operator may have to take one down. */
  cards: Address[];
  /** The model objects that `newer` has in the place of those in `models`, or of none. */
  replaced: Address[];
}

const none = (): NamedObjects => ({ models: [], sources: [], cards: [], replaced: [] });

/**
 * Lists the objects that `day` names and `newer` does not, or all of them if there is no `newer`. Leaves out the
 * objects in `purged`, which were removed for good. The last batch may be empty. `onStep` gets each model whose objects
 * differ.
 */
export function* namedObjects(
  newer: CatalogFile | undefined,
  day: CatalogFile,
  purged: ReadonlySet<Address>,
  onStep?: (step: StreamStep) => void,
): Generator<NamedObjects> {
  let batch = none();
  for (const step of compareCatalogs(newer, day)) {
    if (step.sameEntry) continue;
    onStep?.(step);
    const [entry, known] = [step.after && entryOf(step.after), step.before && entryOf(step.before)];
    const isNew = (address: Address | undefined): address is Address =>
      address !== undefined &&
      !purged.has(address) &&
      !(known && [known.model, known.card, ...known.sources].includes(address));
    if (known && known.model !== entry?.model && !purged.has(known.model)) batch.replaced.push(known.model);
    batch.models.push(...[entry?.model].filter(isNew));
    batch.sources.push(...(entry?.sources ?? []).filter(isNew));
    batch.cards.push(...[entry?.card].filter(isNew));
    if (batch.models.length + batch.replaced.length < BATCH) continue;
    yield batch;
    batch = none();
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
