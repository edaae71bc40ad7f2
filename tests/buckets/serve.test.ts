// Tests `model-hub serve` over a bucket: without a local tree, with published objects in the
// bucket, and after the bucket is gone.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { type ServedProcess, serveProcess } from '../faults/served-process.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { testStores } from './stores.ts';
import { KEYS } from './versitygw.ts';

const MODEL = '/api/models/acme/tiny-bert';

let folder: string;
let hubs: ServedProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-serve-bucket-'));
  hubs = [];
});
afterEach(async () => {
  for (const hub of hubs) await hub.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(env: Record<string, string>): Promise<ServedProcess> {
  const places = { data: join(folder, 'data'), dist: join(folder, 'nothing') };
  const hub = await serveProcess(places, { env });
  hubs.push(hub);
  return hub;
}

for (const store of testStores())
  describe(store.name, { ...needs(store.missing), ...inAll(store.name !== 'a stand-in') }, () => {
    test('serves from the bucket, publishes into it, and goes on without it, also after a restart', async () => {
      await store.start();
      const bucket = await openBucket(store.place('hub'));
      const { dist } = inject('fixture');
      await pushTree({ dist, bucket, stay: 86_400_000, parallel: 8, isDry: false }, silent);
      const places = { HUB_TREE: store.address('hub'), HUB_OBJECTS: store.address('published') };
      const env = { ...store.env(), ...places, HUB_PUBLISHER_TOKEN: 'publisher' };
      const { url } = await serve(env);
      const model = await (await fetch(url + MODEL)).text();
      expect(JSON.parse(model)).toMatchObject({ id: 'acme/tiny-bert' });
      const headers = { Authorization: 'Bearer publisher' };
      const told = await fetch(`${url}/api/v1/objects`, { method: 'POST', headers, body: 'an object' });
      expect(told.status).toBe(201);
      expect(await (await fetch(url + told.headers.get('location'))).text()).toBe('an object');
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      await store.stop();
      // A hub that can't read its published objects is not ready, so the second hub starts without published objects.
      const second = await serve({ ...env, HUB_OBJECTS: '' });
      for (const hub of [url, second.url]) {
        expect(await (await fetch(hub + MODEL)).text()).toBe(model);
        const other = await fetch(`${hub}/api/models/acme/odd-paths`);
        expect([other.status, other.headers.get('retry-after')]).toEqual([503, '5']);
      }
      expect(second.notices()).toMatch(/current can't be reached: .*; the one of \S+ is kept here and served\.$/m);
      expect(second.notices()).not.toContain('fault at');
      expect(second.notices()).not.toContain(KEYS.secret);
    });
  });
