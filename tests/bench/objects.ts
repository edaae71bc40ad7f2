// Measures objects: reads against bare node:http with the same bytes, and publishing against durable writes of the same
// bytes.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, nextMessage, startChild, withHub } from './child.ts';
import { contest, fetchRaw, httpPace, requestsRow, withConstant } from './http-rounds.ts';
import type { LoadCount } from './load-client.ts';
import type { PublishLoad } from './publish-client.ts';
import { alternate, formatSpread } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import type { WriteLoad } from './yardsticks/durable-writer.ts';

const MODELS = 500;
const ASKED = 64;
/** The number of parallel requests or writes, for the hub and for the yardstick. */
const LANES = 4;
/** The token that `hub-server.ts` accepts. */
const TOKEN = 'bench-publisher';
/** The length in bytes of the published objects that the reads request. */
const PUBLISHED = 4096;

export const objects: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  return withHub(folder, async (ours) => {
    const indexed = indexedAddresses(folder).map((address) => `/api/v1/objects/${address}`);
    const published: string[] = [];
    for (let at = 0; at < ASKED; at++) published.push(`/api/v1/objects/${await publishOne(ours, at)}`);
    return [
      await reads(settings, ours, indexed, 'object of the index'),
      await reads(settings, ours, published, 'published object'),
      await publishes(settings, ours, folder),
    ];
  });
};

/** Lists the addresses of some model objects of the tree, each from another folder. */
function indexedAddresses(folder: string): string[] {
  const models = join(folder, 'dist/objects/model');
  return readdirSync(models)
    .sort()
    .slice(0, ASKED)
    .map((shard) => `blake3:${shard}${readdirSync(join(models, shard)).sort()[0]}`);
}

async function publishOne(hub: string, at: number): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${hub}/api/v1/objects`, { method: 'POST', headers, body: Buffer.alloc(PUBLISHED, at) });
  if (response.status !== 201) throw new Error(`publishing was answered ${response.status}`);
  return ((await response.json()) as { id: string }).id;
}

async function reads(settings: BenchSettings, ours: string, paths: string[], name: string): Promise<Row> {
  const answer = await fetchRaw(ours + paths[0]);
  const outcome = await withConstant(answer, (yardstick) => contest(settings, { ours, yardstick, paths, status: 200 }));
  const how = `access log on; ${paths.length} objects in turn; yardstick bare node:http, the same ${answer.body.length} bytes and headers from memory`;
  return requestsRow(settings, name, outcome, 0.75, how);
}

async function publishes(settings: BenchSettings, url: string, hubFolder: string): Promise<Row> {
  // The yardstick writes beside the hub's own objects, so that both use the same disk.
  const folder = join(hubFolder, 'data/yardstick');
  mkdirSync(folder, { recursive: true });
  const rounds = Math.ceil(httpPace(settings).rounds / 2);
  const seconds = settings.quick ? 1 : 2;
  let seed = 0;
  const next = () => (seed += LANES);
  const publish = () =>
    mebibytesPerSecond('publish-client.ts', {
      url,
      token: TOKEN,
      lanes: LANES,
      seconds,
      seed: next(),
    } satisfies PublishLoad);
  const write = () =>
    mebibytesPerSecond('yardsticks/durable-writer.ts', {
      folder,
      lanes: LANES,
      seconds,
      seed: next(),
    } satisfies WriteLoad);
  await publish();
  await write();
  const outcome = await alternate(rounds, publish, write);
  rmSync(folder, { recursive: true });
  const how =
    `objects of 1 MiB, ${LANES} at a time from a process of its own; yardstick ${LANES} files at a time ` +
    'written, fsynced and renamed on the same disk';
  return rowOf('publish', 'MiB/s', outcome, ['least', 0.5], `${how}; ${formatSpread(outcome, rounds)}`);
}

async function mebibytesPerSecond(script: string, load: PublishLoad | WriteLoad): Promise<number> {
  const child = startChild(script);
  child.send(load);
  const { answers, seconds } = await nextMessage<LoadCount>(child);
  await endChild(child);
  return answers / seconds;
}
