// Measures a mirror of a whole hub, against a bare client that fetches the same objects with as many parallel requests
// and writes them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, nextMessage, runHubJob, startChild } from './child.ts';
import { alternate, formatSpread } from './rounds.ts';
import type { Bench } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { builtHub } from './synthetic-hub.ts';
import type { FetchLoad } from './yardsticks/bare-fetcher.ts';

/** The number of requests that a mirror makes at the same time. */
const LANES = 32;

export const mirror: Bench = async (settings) => {
  const models = settings.quick ? 1000 : 10_000;
  const folder = await builtHub(settings, models);
  const hub = startChild('hub-server.ts', [folder]);
  try {
    const url = await nextMessage<string>(hub);
    const files = addressesIn(join(folder, 'data/objects')).map((address) => ({
      url: `${url}/api/v1/objects/${address}`,
      path: `${address.slice(7, 9)}/${address.slice(9)}`,
    }));
    let count = 0;
    const to = () => join(settings.folder, `mirrored-${count++}`);
    const ours = async () => {
      const place = to();
      syncAll(folder);
      const { seconds } = await runHubJob({ kind: 'mirror', folder: place, url });
      await discard(settings, place);
      return models / seconds;
    };
    const bare = async () => {
      const place = to();
      syncAll(folder);
      const client = startChild('yardsticks/bare-fetcher.ts');
      client.send({ files, to: place, lanes: LANES } satisfies FetchLoad);
      const seconds = await nextMessage<number>(client);
      await endChild(client);
      await discard(settings, place);
      return models / seconds;
    };
    const rounds = settings.quick ? 3 : 5;
    const outcome = await alternate(rounds, ours, bare);
    return [
      {
        name: `mirror, ${models} models`,
        ours: { value: outcome.ours, unit: 'models/s' },
        yardstick: { value: outcome.yardstick, unit: 'models/s' },
        ratio: outcome.ratio,
        target: { at: 'least', ratio: 0.5 },
        note:
          `${files.length} objects from a hub on the same machine, hashed, held against the rules, synced; ` +
          `yardstick fetches and writes them; ${formatSpread(outcome, rounds)}`,
      },
    ];
  } finally {
    await endChild(hub);
  }
};

/** Lists the addresses of all objects of a store. */
function addressesIn(root: string): string[] {
  return readdirSync(root)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((start) => readdirSync(join(root, start)).map((rest) => `blake3:${start}${rest}`));
}
