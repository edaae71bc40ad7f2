// Measures a hub that reads its tree from a bucket and keeps packs on disk, against the same hub with the tree on disk.
import { join } from 'node:path';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { modelOfKey } from '../../src/tree/static-tree.ts';
import { bestStore } from '../buckets/stores.ts';
import { currentList } from '../fixtures/tree-contents.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { contest, requestsRow } from './http-rounds.ts';
import type { Bench, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

/** The number of models. Their packs and answers do not fit into the caches in memory. */
const MODELS = 5000;
const ASKED = 64;

export const bucket: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  const dist = join(folder, 'dist');
  const store = bestStore();
  await store.start();
  const place = await openBucket(store.place('hub'));
  settings.say(`pushing ${MODELS} models`);
  await pushTree({ dist, bucket: place, stay: 86_400_000 }, silent);
  const env = { ...store.env(), HUB_TREE: store.address('hub'), HUB_DATA: join(folder, 'bucket-data') };
  const over = startChild('hub-server.ts', [folder, JSON.stringify(env)]);
  const disk = startChild('hub-server.ts', [folder]);
  try {
    const [ours, yardstick] = [await nextMessage<string>(over), await nextMessage<string>(disk)];
    const all = [...currentList(dist).all()].flatMap(({ key }) => modelOfKey(key) ?? []);
    settings.say('filling the cache');
    for (const id of all) await (await fetch(`${ours}/api/models/${id}`)).arrayBuffer();
    const few = modelIds(folder, ASKED);
    const row = async (name: string, paths: string[], status: number, target?: number): Promise<Row> => {
      const outcome = await contest(settings, { ours, yardstick, paths, status });
      const how = `${paths.length} models in turn, all in the cache; yardstick the same hub over the same tree on disk`;
      return requestsRow(settings, name, outcome, target, how);
    };
    return [
      await row(
        'redirect from a bucket',
        few.map((id) => `/${id}/resolve/main/${A_FILE}`),
        302,
        0.95,
      ),
      await row(
        'ModelInfo from a bucket',
        few.map((id) => `/api/models/${id}`),
        200,
        0.95,
      ),
      // Most of these answers come from the cache on disk, because the caches in memory do not hold all packs.
      await row(
        'ModelInfo from a bucket, every model',
        all.map((id) => `/api/models/${id}`),
        200,
      ),
    ];
  } finally {
    await Promise.all([endChild(over), endChild(disk)]);
    await store.stop();
  }
};
