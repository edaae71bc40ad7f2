// Tests that a running hub follows its database: it refuses a withdrawn model and lists it nowhere even before the next
// build, and serves it again once the withdrawal is lifted.
import { afterEach, expect, inject, test, vi } from 'vitest';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { pages } from '../contract/ports.ts';
import { service } from '../fixtures/hub.ts';
import { models } from '../fixtures/rows.ts';
import { withdrawnPlace } from './withdrawn-place.ts';

const { dist } = inject('fixture');
const { bert } = models;
const hash = bert.files.find(({ path }) => path === 'config.json')!.sha256;

let serving: Serving | undefined;
afterEach(async () => {
  await serving?.close();
  serving = undefined;
});

test('a withdrawal takes effect before the next build', async () => {
  const place = withdrawnPlace();
  const env = { HUB_DATA: place.config.data, HUB_DIST: dist, PORT: '0', HUB_PROBE: 'off' };
  serving = await serve({
    ...{ config: readConfig(env), service, baseUrl: undefined, pages },
    ...{ writeLog() {}, writeNotice() {} },
  });
  const { url } = serving;
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  const lists = ['/api/models', '/api/models?limit=500', `/api/models?search=${bert.id}`, `/api/hub/by-hash/${hash}`];
  const named = async () => (await Promise.all(lists.map(ask))).map(({ text }) => text.includes(`"id":"${bert.id}"`));
  const total = async () => (JSON.parse((await ask('/api/hub/facets')).text) as { total: number }).total;
  expect((await ask(`/api/models/${bert.id}`)).status).toBe(200);
  expect(await named()).toEqual([true, true, true, true]);
  const before = await total();
  await place.withdraw(bert.id);
  await vi.waitFor(async () => expect((await ask(`/api/models/${bert.id}`)).status).toBe(451), 20_000);
  await vi.waitFor(async () => expect(await named()).toEqual([false, false, false, false]), 20_000);
  await vi.waitFor(async () => expect(await total()).toBe(before - 1), 20_000);
  expect((await ask(`/${bert.id}/resolve/main/config.json`)).status).toBe(451);
  await place.lift(bert.id);
  await vi.waitFor(async () => expect((await ask(`/api/models/${bert.id}`)).status).toBe(200), 20_000);
  await vi.waitFor(async () => expect(await named()).toEqual([true, true, true, true]), 20_000);
});
