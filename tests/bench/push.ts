// Measures a push to a bucket that holds the tree of the day before. One model in a hundred has changed since then.
// Compares the number of requests to the store with the number of changed packs and objects.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { StandIn } from '../buckets/stores.ts';
import { currentList } from '../fixtures/tree-contents.ts';
import { runHubJob } from './child.ts';
import type { Bench } from './row.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';

export const push: Bench = async (settings) => {
  const models = settings.quick ? 10_000 : 100_000;
  const folder = `${hubFolder(settings, models)}-pushed`;
  const store = new StandIn();
  await store.start();
  try {
    const { packs: before, objects: objectsBefore } = await pushDay(0);
    const seconds = performance.now();
    const { packs, objects, requests, files, bytes } = await pushDay(1);
    const took = (performance.now() - seconds) / 1000;
    const changed = [...packs].filter((name) => !before.has(name)).length + objects - objectsBefore;
    return [
      {
        name: `push after 1 % changed, ${models} models`,
        ours: { value: requests, unit: 'requests' },
        yardstick: { value: changed, unit: 'packs and objects' },
        ratio: requests / changed,
        target: { at: 'most', ratio: 1.2 },
        note:
          `requests as the store counts them; ${files} files of ${(bytes / 2 ** 20).toFixed(1)} MiB put, the ` +
          `shards of the list among them; import, build and push in ${took.toFixed(0)} s; packs and search ` +
          'files whose name in the list is new, and objects that were not there',
      },
    ];
  } finally {
    await store.stop();
  }

  async function pushDay(day: number) {
    settings.say(`day ${day + 1}: importing and building ${models} models`);
    await importModels(folder, { count: models, day });
    await runHubJob({ kind: 'build', folder });
    settings.say('pushing');
    store.memory.requests = 0;
    const dist = join(folder, 'dist');
    const bucket = await openBucket(store.place('hub'));
    const pushed = await pushTree({ dist, bucket, stay: 86_400_000, parallel: 32, isDry: false }, silent);
    const packs = new Set([...currentList(dist).all()].map(({ sha256 }) => sha256));
    return { ...pushed, packs, objects: countFiles(join(dist, 'objects')), requests: store.memory.requests };
  }
};

const countFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
