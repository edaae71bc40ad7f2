// Tests a hub over a bucket that hangs: the bucket accepts requests and never answers them.
// @module-tag all
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { type ServedProcess, serveProcess } from '../faults/served-process.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { StandIn } from './stores.ts';

const [CACHED, ...OTHERS] = ['/api/models/acme/tiny-bert', '/api/models/acme/odd-paths', '/api/models/sort/top'];
const ABSENT = `/api/v1/objects/blake3:${'0'.repeat(64)}`;

let folder: string;
let store: StandIn;
let hub: ServedProcess;
/** The requests that the store received while it hung. */
let unanswered: string[];

beforeEach(async () => {
  folder = folderOfTest();
  unanswered = [];
  store = new StandIn();
  await store.start();
  const bucket = await openBucket(store.place('hub'));
  await pushTree({ dist: inject('fixture').dist, bucket, stay: 86_400_000, parallel: 8 }, silent);
});
afterEach(async () => {
  await hub.stop();
  await store.stop();
});

async function serve(env: Record<string, string>): Promise<void> {
  const places = { data: join(folder, 'data'), dist: join(folder, 'nothing') };
  hub = await serveProcess(places, { env: { ...store.env(), ...env } });
}

const hang = () => {
  store.memory.hangs = ({ method, key }) => unanswered.push(`${method} ${key}`) > 0;
};
const ask = async (path: string) => {
  const answer = await fetch(hub.url + path);
  await answer.arrayBuffer();
  return answer.status;
};

test('while the bucket with the tree hangs, cached answers go on and only the first other request waits; later all is well', async () => {
  await serve({ HUB_TREE: store.address('hub') });
  expect(await ask(CACHED!)).toBe(200);
  hang();
  const ended: string[] = [];
  const first = ask(OTHERS[0]!).then((status) => ended.push(`first ${status}`));
  await vi.waitFor(() => expect(unanswered.filter((one) => one.startsWith('GET'))).not.toEqual([]));
  for (const path of [CACHED!, '/healthz']) ended.push(`${path} ${await ask(path)}`);
  await first;
  expect(ended).toEqual([`${CACHED} 200`, '/healthz 200', 'first 503']);
  const before = unanswered.filter((one) => !one.endsWith('/current'));
  expect([await ask(OTHERS[0]!), await ask(OTHERS[1]!), await ask(CACHED!)]).toEqual([503, 503, 200]);
  expect(unanswered.filter((one) => !one.endsWith('/current'))).toEqual(before);
  store.memory.hangs = () => false;
  for (const path of OTHERS) await vi.waitFor(async () => expect(await ask(path)).toBe(200), { timeout: 10_000 });
  expect(hub.notices()).not.toContain('fault at');
});

test('while the bucket with published objects hangs, health reports it, and reads and writes end with an error', async () => {
  await serve({
    HUB_TREE: `file:${inject('fixture').dist}`,
    HUB_OBJECTS: store.address('objects'),
    HUB_PUBLISHER_TOKEN: 'token',
  });
  expect(await ask('/healthz')).toBe(200);
  hang();
  const ended: string[] = [];
  const first = ask(ABSENT).then((status) => ended.push(`first ${status}`));
  await vi.waitFor(() => expect(unanswered).not.toEqual([]));
  ended.push(`health ${await ask('/healthz')}`);
  await first;
  expect(ended).toEqual(['health 200', 'first 503']);
  await vi.waitFor(async () => expect(await ask('/healthz')).toBe(503), { timeout: 10_000 });
  const headers = { Authorization: 'Bearer token' };
  const published = await fetch(`${hub.url}/api/v1/objects`, { method: 'POST', headers, body: 'an object' });
  const listed = await fetch(`${hub.url}/api/v1/objects`, { headers });
  expect([published.status, listed.status]).toEqual([503, 503]);
  store.memory.hangs = () => false;
  await vi.waitFor(async () => expect(await ask('/healthz')).toBe(200), { timeout: 10_000 });
  expect(await ask(ABSENT)).toBe(404);
});
