// Tests that a running hub follows its database: it refuses a withdrawn model and lists it nowhere even before the next
// build, and serves it again once the withdrawal is lifted.
import { expect, test, vi } from 'vitest';
import { pages } from '../contract/ports.ts';
import { models } from '../fixtures/rows.ts';
import { serveFixture } from '../fixtures/serve-fixture.ts';
import { withdrawnPlace } from './withdrawn-place.ts';

const { bert } = models;
const hash = bert.files.find(({ path }) => path === 'config.json')!.sha256;

test('a withdrawal takes effect before the next build', async () => {
  const place = withdrawnPlace();
  const { url } = await serveFixture({ HUB_DATA: place.config.data }, { pages, writeNotice() {} });
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
