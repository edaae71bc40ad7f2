// Tests `model-hub withdraw --purge` at a bucket: the model's objects are removed; the objects of other models and
// every catalog stay.
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { purgeObjects } from '../../generator/withdraw/purge-objects.ts';
import type { Address } from '../../src/nouns/address.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { models } from '../fixtures/rows.ts';
import { withdrawnPlace } from '../withdraw/withdrawn-place.ts';
import { StandIn } from './stores.ts';

const { bert, mixed } = models;

test('a bucket loses the objects of the model and nothing else', async () => {
  const store = new StandIn();
  await store.start();
  onTestFinished(() => store.stop());
  const place = withdrawnPlace();
  await place.importDay('2026-11-19', [bert, mixed]);
  await place.build();
  const bucket = await openBucket(store.place('hub'));
  const push = () => pushTree({ dist: place.config.dist, bucket, stay: 0, parallel: 8, isDry: false }, silent);
  await push();
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
  expect(buckets).toEqual([bucket.address]);

  // The next push does not bring the removed objects back.
  await push();
  expect(store.names().filter((name) => named.includes(name))).toEqual([]);
});
