// Tests the tree of another hub. The hub follows it, still serves it while the other hub does not answer, and
// trusts only bytes whose hash is their name.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { createMemoryHub } from '../../../../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import type { Tree } from '../../../../../functions/ports/ports.ts';
import { noAccessLog } from '../../../../../functions/rim/access-log.ts';
import { toFetch } from '../../../../../functions/rim/fetch-hub.ts';
import type { PackedTree } from '../../../../../functions/stores/packs/packed-tree.ts';
import type { CurrentTree } from '../../../../../functions/stores/tree/current-tree.ts';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { openTree } from '../../../../../functions/stores/tree/node-tree.ts';
import { hubPlace } from '../../../../../functions/stores/tree/remote-places.ts';
import { followRemoteTree } from '../../../../../functions/stores/tree/remote-tree.ts';
import { type Address, addressFromHex } from '../../../../../src/nouns/address.ts';
import { objectPath } from '../../../../../src/tree/static-tree.ts';
import { CURRENT, formatCurrent, StoreAway } from '../../../../../src/tree/store.ts';
import { type Listed, storedName } from '../../../../../src/tree/tree-list.ts';
import { baseUrl, origin, service } from '../../../../fixtures/hub.ts';
import { treeOver } from '../../../../fixtures/tree-over.ts';

let served: Tree;
let server: Server;
let base: string;
let notices: string[];
let followed: CurrentTree | undefined;
let folder: string;
beforeEach(async () => {
  notices = [];
  folder = mkdtempSync(join(tmpdir(), 'model-hub-remote-'));
  served = openTree(inject('fixture').dist);
  const hub = createMemoryHub(served, { sources: service.sources, origin, baseUrl, tree: () => served });
  server = createHubServer(hub, noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  followed?.stop();
  server.close();
  rmSync(folder, { recursive: true });
});

const onNotice = (sentence: string) => void notices.push(sentence);
const follow = async (mostAhead = 0) => {
  const cache = new FileCache({ folder, most: 2 ** 30, onFault: onNotice });
  followed = await followRemoteTree({ place: { ...hubPlace(base), lookEveryMs: 10, mostAhead }, cache, onNotice });
  return followed;
};
const followedTree = async (mostAhead: number) => {
  const current = await follow(mostAhead);
  await vi.waitFor(() => expect(current.get()).toBeDefined(), { timeout: 20_000 });
  return current.get()!;
};
const told = (count: number) => vi.waitFor(() => expect(notices).toHaveLength(count), { timeout: 2000, interval: 10 });

test('answers, ranges and search equal those of the other hub', async () => {
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

test('bytes that the other hub sends under a wrong name are never served', async () => {
  const tree = (await follow()).get()!;
  const whole = served;
  served = treeOver(whole, { stored: (name) => (name.startsWith('packs/') ? whole.stored('packs/00') : undefined) });
  await expect(tree.read('models/acme/tiny-bert/api/models/acme/tiny-bert/index.json')).rejects.toThrow(
    'are missing or damaged where the tree lies',
  );
  expect(notices).toEqual([expect.stringContaining(`${base} sends wrong bytes for packs/`)]);
  served = whole;
  expect(await tree.read('models/acme/tiny-bert/api/models/acme/tiny-bert/index.json')).toBeDefined();
});

test('one notice reports that the other hub is away and one that it is back, and in between the tree is served', async () => {
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

test('no tree is served until the other hub has one', async () => {
  const whole = served;
  served = undefined as unknown as Tree;
  const current = await follow();
  expect(current.get()).toBeUndefined();
  served = whole;
  await vi.waitFor(() => expect(current.get()?.name).toBe(whole.name), { timeout: 2000, interval: 10 });
});

const MODEL = 'models/acme/tiny-bert/api/models/acme/tiny-bert/index.json';
const CATALOG = () => objectPath('catalog', served.catalog as Address);

test('files that were read once are enough for a start without the other hub', async () => {
  const first = (await follow()).get()!;
  const rows = async (tree: Tree) => {
    const search = await tree.search();
    return (await search.rows([0, 1, 2])).map((row) => Buffer.from(row).toString());
  };
  const [answer, found] = [await first.text(MODEL), await rows(first)];
  expect(await first.answers()).toBe(true);
  followed!.stop();
  await new Promise((resolve) => server.close(resolve));
  const second = (await follow()).get()!;
  expect(notices).toEqual([
    expect.stringMatching(
      /can't be opened: .* can't be reached: .*; the one of \d{4}-\d\d-\d\d is kept here and served\.$/,
    ),
  ]);
  expect(await second.text(MODEL)).toBe(answer);
  expect(await rows(second)).toEqual(found);
  expect(await second.answers()).toBe(true);
  // This file was never read before, and the other hub does not answer.
  await expect(second.read('documents/llms.txt')).rejects.toThrow(StoreAway);
});

test('front pages and the list are read ahead, so they are served after the other hub has gone', async () => {
  const ends: string[] = [];
  const whole = served;
  served = treeOver(whole, {
    stored: (name) => {
      ends.push(name);
      return whole.stored(name);
    },
  });
  const tree = await followedTree(2 ** 26);
  const list = openTree(inject('fixture').dist) as unknown as PackedTree;
  const wanted = ['documents', 'search', 'models/acme/tiny-bert'].map((key) =>
    storedName((list.listed(key) as Listed).sha256),
  );
  await vi.waitFor(() => expect(ends).toEqual(expect.arrayContaining(wanted)), { timeout: 20_000 });
  // The last request is done when no further request comes.
  await vi.waitFor(
    async () => {
      const before = ends.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(ends.length).toBe(before);
    },
    { timeout: 20_000, interval: 10 },
  );
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  const hub = toFetch(createMemoryHub(tree, { sources: service.sources, origin, baseUrl }));
  const ask = async (path: string) => (await hub(new Request(baseUrl + path))).status;
  for (const path of [
    '/',
    '/llms.txt',
    '/docs/',
    '/models',
    '/registry',
    '/spaces',
    '/api/models',
    '/api/models?limit=50',
  ])
    expect([path, await ask(path)]).toEqual([path, 200]);
  expect(await ask('/api/models/acme/tiny-bert')).toBe(200);
  expect(await ask('/api/models/nobody/has-this')).toBe(404);
});

test('the bytes that are read ahead stay within a limit', async () => {
  const tree = await followedTree(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await expect(tree.read('documents/llms.txt')).rejects.toThrow(StoreAway);
});

test('kept files are checked again when they are read: a changed file is fetched again', async () => {
  const first = (await follow()).get()!;
  await first.text(MODEL);
  followed!.stop();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/^..\/.{62}$/.test(path)) {
      const bytes = readFileSync(join(folder, path));
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(join(folder, path), bytes);
    }
  const second = (await follow()).get()!;
  expect(await second.text(MODEL)).toBe(await served.text(MODEL));
  expect(notices).toEqual([]);
});

test('bytes of another object are never served', async () => {
  const tree = (await follow()).get()!;
  const whole = served;
  const other = await whole.stored(CATALOG());
  const object = objectPath('model', addressFromHex('0'.repeat(64)));
  served = treeOver(whole, { stored: (name) => (name === object ? other : whole.stored(name)) });
  await expect(tree.read(object)).rejects.toThrow('torn tree');
});

test('the other hub gets requests as often as allowed, and rarely while it is away', async () => {
  vi.useFakeTimers();
  try {
    let looks = 0;
    let isAway = false;
    const { store } = hubPlace(base);
    const current = new TextEncoder().encode(formatCurrent(served.name));
    const get = (name: string) => {
      if (name !== CURRENT) return store.get(name);
      looks++;
      return isAway ? Promise.reject(new StoreAway('it is away')) : current;
    };
    const cache = new FileCache({ folder, most: 2 ** 30, onFault: onNotice });
    const place = { ...hubPlace(base), mostAhead: 0, store: { ...store, get }, lookEveryMs: 2000 };
    followed = await followRemoteTree({ place, cache, onNotice });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBeGreaterThan(270);
    expect(looks).toBeLessThan(340);
    [isAway, looks] = [true, 0];
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBeGreaterThan(15);
    expect(looks).toBeLessThan(35);
    expect(followed.get()!.name).toBe(served.name);
  } finally {
    vi.useRealTimers();
  }
});
