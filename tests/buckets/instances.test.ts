// Tests hubs over one bucket: both instances serve a new day, no answer mixes two days, each serves the objects that the
// other publishes, and a hub goes on after the bucket is gone.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { type ServedProcess, serveProcess } from '../faults/served-process.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { makeDay, placesIn } from './made-days.ts';
import { testStores } from './stores.ts';
import { KEYS } from './versitygw.ts';

const MODEL = '/api/models/owner-0/model-0';

/** Paths whose answers change every day. Each answer covers many models, or many files of one model. */
const PATHS = [
  '/api/models?limit=500',
  '/api/models?search=model&limit=40&full=true',
  '/api/models?author=owner-0',
  MODEL,
  '/api/models/owner-0/model-0/tree/main?recursive=true',
  '/owner-0/model-0/resolve/main/SHA256SUMS',
];

let folder: string;
let hubs: ServedProcess[];
beforeEach(() => {
  folder = folderOfTest();
  hubs = [];
});
afterEach(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()));
});

for (const store of testStores())
  describe(store.name, { ...needs(store.missing), ...inAll(store.name !== 'a stand-in') }, () => {
    beforeEach(() => store.start());
    afterEach(() => store.stop());

    const push = async () => {
      const bucket = await openBucket(store.place('hub'));
      await pushTree({ ...placesIn(folder), bucket, stay: 86_400_000 }, silent);
    };
    const start = async (name: string, more: Record<string, string> = {}) => {
      const env = {
        ...store.env(),
        HUB_TREE: store.address('hub'),
        HUB_OBJECTS: store.address('published'),
        HUB_PUBLISHER_TOKEN: 'publisher',
        HUB_BASE_URL: 'https://hub.example',
        ...more,
      };
      const hub = await serveProcess({ data: join(folder, name), dist: join(folder, 'nothing') }, { env });
      hubs.push(hub);
      return hub;
    };
    const read = async (hub: ServedProcess, path: string) => (await fetch(hub.url + path)).text();
    /** On a busy machine the store may not answer in time: the hub says so, and the client asks again. */
    const readAgain = async (hub: ServedProcess, path: string): Promise<string> => {
      const answer = await fetch(hub.url + path);
      if (answer.status !== 503) return answer.text();
      await answer.body?.cancel();
      await sleep(100);
      return readAgain(hub, path);
    };
    const allOf = (hub: ServedProcess) => Promise.all(PATHS.map((path) => readAgain(hub, path)));

    test('a new day appears on both instances, and no answer mixes two days', async () => {
      await makeDay(folder, 1);
      await push();
      const pair = [await start('one'), await start('two')];
      const before = await allOf(pair[0]!);
      await makeDay(folder, 2);
      const seen = PATHS.map(() => new Set<string>());
      let isOver = false;
      // The test requests all paths from both instances until the new day is live.
      const asking = pair.map(async (hub) => {
        for (; !isOver; await sleep(5)) for (const [at, text] of (await allOf(hub)).entries()) seen[at]!.add(text);
      });
      try {
        await push();
        const isLive = async (hub: ServedProcess) => {
          const now = await allOf(hub);
          expect(PATHS.filter((_, at) => now[at] === before[at])).toEqual([]);
        };
        await vi.waitFor(() => Promise.all(pair.map(isLive)), { timeout: 60_000, interval: 50 });
      } finally {
        isOver = true;
        await Promise.all(asking);
      }
      const after = await allOf(pair[0]!);
      expect(await allOf(pair[1]!)).toEqual(after);
      for (const [at, path] of PATHS.entries()) expect(seen[at], path).toEqual(new Set([before[at], after[at]]));
    });

    test('an object that one instance publishes is served and listed by the other; without the bucket kept answers go on, also after a restart', async () => {
      await makeDay(folder, 1);
      await push();
      const [one, two] = [await start('one'), await start('two')];
      const headers = { Authorization: 'Bearer publisher' };
      const told = await fetch(`${one.url}/api/v1/objects`, { method: 'POST', headers, body: 'an object' });
      expect(told.status).toBe(201);
      expect(await read(two, told.headers.get('location')!)).toBe('an object');
      const list = await (await fetch(`${two.url}/api/v1/objects`, { headers })).json();
      expect(list.objects.map(({ id }: { id: string }) => id)).toEqual([((await told.json()) as { id: string }).id]);
      const model = await read(one, MODEL);
      expect([JSON.parse(model), (await fetch(`${one.url}/healthz`)).status]).toMatchObject([
        { id: 'owner-0/model-0' },
        200,
      ]);
      await store.stop();
      // A hub that can't read its published objects is not ready, so this hub starts without published objects.
      const again = await start('one', { HUB_OBJECTS: '' });
      for (const hub of [one, again]) {
        expect(await read(hub, MODEL)).toBe(model);
        const other = await fetch(`${hub.url}/api/models/owner-1/model-1`);
        expect([other.status, other.headers.get('retry-after')]).toEqual([503, '5']);
      }
      expect(again.notices()).toMatch(/current can't be read: .*; the one of \S+ is kept here and served\.$/m);
      expect(again.notices()).not.toContain('fault at');
      expect(again.notices()).not.toContain(KEYS.secret);
    });
  });
