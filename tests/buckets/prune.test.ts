// Tests `model-hub prune` and `model-hub withdraw --purge` at a bucket. They remove the objects that no day names, or
// those of one model; the objects of other models, and of days that this machine lacks, stay.
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { silent } from '../../generator/process/progress.ts';
import { runPrune } from '../../generator/prune/run-prune.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { purgeObjects } from '../../generator/withdraw/purge-objects.ts';
import type { Address } from '../../src/nouns/address.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { type FixtureRow, models } from '../fixtures/rows.ts';
import { row } from '../unit/generator/import/sandbox.ts';
import { type Place, withdrawnPlace } from '../withdraw/withdrawn-place.ts';
import { StandIn } from './stores.ts';

async function bucket() {
  const store = new StandIn();
  await store.start();
  onTestFinished(() => store.stop());
  return store;
}

async function push({ config: { dist } }: Place, store: StandIn): Promise<void> {
  const bucket = await openBucket(store.place('hub'));
  await pushTree({ dist, bucket, stay: 0 }, silent);
}

async function pushDay(place: Place, store: StandIn, state: string): Promise<string> {
  await place.importDay('2026-01-01', [row('a/one', state)] as unknown as FixtureRow[]);
  await place.build();
  await push(place, store);
  const { catalog } = readPointer(place.config.data)!;
  return `hub/objects/catalog/${catalog.slice(7, 9)}/${catalog.slice(9)}`;
}

/** Makes every object look a minute old, then prunes the bucket. */
function prune({ config }: Place, store: StandIn, isDry = false) {
  for (const name of store.names()) store.age(name, 60_000);
  return runPrune({ ...config, treeSeconds: 0 }, { isDry, keep: undefined, buckets: [store.place('hub')] }, silent);
}

test('objects of a day that another import replaced are removed, once', async () => {
  const [store, place] = [await bucket(), withdrawnPlace()];
  const replaced = await pushDay(place, store, '1');
  const inForce = await pushDay(place, store, '2');
  const dry = await prune(place, store, true);
  expect(store.names()).toContain(replaced);
  const done = await prune(place, store);
  expect(done.removed.at(-1)).toEqual(dry.removed.at(-1));
  expect(store.names()).not.toContain(replaced);
  expect(store.names()).toContain(inForce);
  expect((await prune(place, store)).removed.at(-1)!.files).toBe(0);
});

test('a bucket that another machine pushed to keeps its objects', async () => {
  const store = await bucket();
  const theirs = await pushDay(withdrawnPlace(), store, '1');
  const place = withdrawnPlace();
  await place.importDay('2026-01-02', [row('a/other')] as unknown as FixtureRow[]);
  await place.build();
  const { notices } = await prune(place, store);
  expect(notices).toEqual([expect.stringContaining('so its objects stay: prune it where it is pushed from.')]);
  expect(store.names()).toContain(theirs);
});

test('a bucket loses the objects of the model and nothing else', async () => {
  const [store, place] = [await bucket(), withdrawnPlace()];
  const { bert, mixed } = models;
  await place.importDay('2026-11-19', [bert, mixed]);
  await place.build();
  await push(place, store);
  const before = store.names();

  await place.withdraw(bert.id);
  await place.build();
  const { objects, buckets } = await purgeObjects(place.config, bert.id, [store.place('hub')]);
  const named = (Object.entries(objects) as [keyof typeof objects, Address[]][]).flatMap(([kind, addresses]) =>
    addresses.map((address) => `hub/${objectPath(kind, address)}`),
  );
  expect(named.length).toBeGreaterThan(1);
  expect(before).toEqual(expect.arrayContaining(named));
  expect(store.names()).toEqual(before.filter((name) => !named.includes(name)));
  expect(buckets).toEqual(['s3://models/hub']);

  // The next push does not bring the removed objects back.
  await push(place, store);
  expect(store.names().filter((name) => named.includes(name))).toEqual([]);
});
