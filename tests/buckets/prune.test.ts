// Tests `model-hub prune` at a bucket: it removes objects that no day names. It keeps the objects of days that this
// machine lacks.
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { silent } from '../../generator/process/progress.ts';
import { runPrune } from '../../generator/prune/run-prune.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import type { FixtureRow } from '../fixtures/rows.ts';
import { row } from '../unit/generator/import/sandbox.ts';
import { type Place, withdrawnPlace } from '../withdraw/withdrawn-place.ts';
import { StandIn } from './stores.ts';

async function bucket() {
  const store = new StandIn();
  await store.start();
  onTestFinished(() => store.stop());
  return store;
}

async function pushDay(place: Place, store: StandIn, state: string): Promise<string> {
  await place.importDay('2026-01-01', [row('a/one', state)] as unknown as FixtureRow[]);
  await place.build();
  const settings = { dist: place.config.dist, bucket: await openBucket(store.place('hub')), stay: 0 };
  await pushTree({ ...settings, parallel: 8, isDry: false }, silent);
  const { catalog } = readPointer(place.config.data)!;
  return `hub/objects/catalog/${catalog.slice(7, 9)}/${catalog.slice(9)}`;
}

/** Makes every object look a minute old, then prunes the bucket. */
function prune({ config }: Place, store: StandIn, isDry = false) {
  for (const name of store.names()) store.age(name, 60_000);
  return runPrune({ ...config, treeSeconds: 0 }, { isDry, rule: undefined, buckets: [store.place('hub')] }, silent);
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
