// Removes the objects of a withdrawn model for good: from HUB_DATA, the trees, the records of `model-hub index`, and
// buckets. Never removes the catalog of a day.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { BucketPlace, Config } from '../../src/service/config.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { forgetTexts } from '../cards/take-down.ts';
import { entriesOfDays } from '../days/days-back.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { notePurged } from '../days/purged.ts';
import { inData } from '../files/lock.ts';

export interface PurgeReport {
  /** The objects that the model has on any day. */
  objects: Record<Kind, Address[]>;
  /** The number of the model's objects that existed in this hub and were removed. */
  removed: number;
  /** The addresses of the buckets from which the objects were removed. */
  buckets: string[];
  /** The number of the model's objects that are in the shipped catalog, which is never changed. */
  ships: number;
}

type Kind = 'model' | 'source' | 'card';

/**
 * Removes the objects that `model` has on any day. Notes them in the list of removed objects first, so that the next
 * run removes the rest if this run is interrupted. Throws a Failure if a day can't be read.
 */
export async function purgeObjects(
  config: Config,
  model: string,
  places: readonly BucketPlace[],
): Promise<PurgeReport> {
  return inData(config, async () => {
    const store = storeOf(config);
    const objects = await objectsOf(config.data, store, model.toLowerCase());
    const named = Object.entries(objects).flatMap(([kind, all]) =>
      all.map((address) => [kind as Kind, address] as const),
    );
    notePurged(config.data, { objects: named.map(([, address]) => address) });
    forgetTexts(config.data, store, objects.card);
    const reached = 'bucket' in config.tree ? [config.tree.bucket, ...places] : places;
    const buckets = await Promise.all(reached.map((place) => openBucket(place)));
    let [removed, ships] = [0, 0];
    for (const [kind, address] of named) {
      const path = objectPath(kind, address);
      const wasBuilt = statSync(join(config.dist, path), { throwIfNoEntry: false }) !== undefined;
      if (store.remove(address) || wasBuilt) removed++;
      if (store.has(address)) ships++;
      rmSync(join(config.dist, path), { force: true });
      for (const bucket of buckets) await bucket.remove(path);
    }
    return { objects, removed, buckets: buckets.map(({ address }) => address), ships };
  });
}

/**
 * Finds all objects that the model has on any day; `lower` is its id in lower case. Leaves out a card that another
 * model has too.
 */
async function objectsOf(data: string, store: ObjectStore, lower: string): Promise<Record<Kind, Address[]>> {
  const found = { model: new Set<Address>(), source: new Set<Address>(), card: new Set<Address>() };
  for await (const { entry } of entriesOfDays(data, store, new Set([lower]))) {
    found.model.add(entry.model);
    for (const source of entry.sources) found.source.add(source);
    if (entry.card) found.card.add(entry.card);
  }
  if (found.card.size > 0)
    for await (const { id, entry } of entriesOfDays(data, store))
      if (id.toLowerCase() !== lower && entry.card) found.card.delete(entry.card);
  return { model: [...found.model], source: [...found.source], card: [...found.card] };
}
