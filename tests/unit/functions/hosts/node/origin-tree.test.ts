// The tree of another hub: followed while that hub can be asked, served on while it can't, and believed where it is what its names say.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { createMemoryHub } from '../../../../../functions/hosts/memory/memory.ts';
import { noAccessLog } from '../../../../../functions/hosts/node/access-log.ts';
import type { CurrentTree } from '../../../../../functions/hosts/node/current-tree.ts';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import { openTree } from '../../../../../functions/hosts/node/node-tree.ts';
import { followOriginTree } from '../../../../../functions/hosts/node/origin-tree.ts';
import type { Tree } from '../../../../../functions/ports/ports.ts';
import { baseUrl, origin, service } from '../../../../fixtures/hub.ts';
import { treeOver } from '../../../../fixtures/tree-over.ts';

let served: Tree;
let server: Server;
let base: string;
let notices: string[];
let followed: CurrentTree | undefined;
beforeEach(async () => {
  notices = [];
  served = openTree(inject('fixture').dist);
  const hub = createMemoryHub(served, { sources: service.sources, origin, baseUrl, tree: () => served });
  server = createHubServer(hub, noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  followed?.stop();
  server.close();
});

const follow = async () => {
  followed = await followOriginTree(base, (sentence) => void notices.push(sentence), 10);
  return followed;
};
const told = (count: number) => vi.waitFor(() => expect(notices).toHaveLength(count), { timeout: 2000, interval: 10 });

test('answers, parts and search are those of that hub', async () => {
  const tree = (await follow()).get()!;
  expect(tree.name).toBe(served.name);
  for (const path of [
    'models/acme/tiny-bert/api/models/acme/tiny-bert/index.json',
    'documents/llms.txt',
    'models/acme/odd-paths/api/models/acme/odd-paths/tree/main/index.json',
  ])
    expect(await tree.text(path)).toBe(await served.text(path));
  const directions = 'models/acme/tiny-bert/_/directions.txt';
  expect(await tree.range(directions, 3, 40)).toEqual(new Uint8Array((await served.range(directions, 3, 40))!));
  expect((await tree.search()).count({ tags: [] })).toBe((await served.search()).count({ tags: [] }));
  expect(await tree.answers()).toBe(true);
  expect(notices).toEqual([]);
});

test('what another hub sends under a wrong name is served to nobody', async () => {
  const tree = (await follow()).get()!;
  const whole = served;
  served = treeOver(whole, { stored: (name) => (name.startsWith('packs/') ? whole.stored('packs/00') : undefined) });
  await expect(tree.read('models/acme/tiny-bert/api/models/acme/tiny-bert/index.json')).rejects.toThrow('torn tree');
  served = whole;
  expect(await tree.read('models/acme/tiny-bert/api/models/acme/tiny-bert/index.json')).toBeDefined();
});

test('a hub that is gone is told of once, and so is its return; the tree is served on', async () => {
  const current = await follow();
  const before = current.get()!;
  await before.text('documents/llms.txt');
  const whole = served;
  served = undefined as unknown as Tree;
  await told(1);
  expect(notices[0]).toMatch(/^the tree of http:\S+ can't be opened: \S+current (answered 503|can't be reached)/);
  expect(current.get()).toBe(before);
  expect(await before.text('documents/llms.txt')).toContain('# ');
  served = whole;
  await vi.waitFor(() => expect(notices).toContain(`the tree of ${base} is open now and served.`), { timeout: 2000 });
});

test('where there is none yet, none is served, until there is', async () => {
  const whole = served;
  served = undefined as unknown as Tree;
  const current = await follow();
  expect(current.get()).toBeUndefined();
  served = whole;
  await vi.waitFor(() => expect(current.get()?.name).toBe(whole.name), { timeout: 2000, interval: 10 });
});
