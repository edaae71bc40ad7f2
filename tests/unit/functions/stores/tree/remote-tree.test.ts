// Tests a tree elsewhere: it is followed, served from copies while its place does not answer, and trusted only as far as
// hashes go.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { folderStore } from '../../../../../functions/stores/bytes/folder-store.ts';
import type { CurrentTree } from '../../../../../functions/stores/tree/current-tree.ts';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { openTree } from '../../../../../functions/stores/tree/node-tree.ts';
import { followRemoteTree } from '../../../../../functions/stores/tree/remote-tree.ts';
import { type Address, addressFromHex } from '../../../../../src/nouns/address.ts';
import { objectPath } from '../../../../../src/tree/static-tree.ts';
import { CURRENT, type Store, StoreAway } from '../../../../../src/tree/store.ts';

const { dist } = inject('fixture');
const whole = openTree(dist);
const here = folderStore(dist);
const MODEL = 'models/acme/tiny-bert/api/models/acme/tiny-bert/index.json';

let get: Store['get'];
let notices: string[];
let followed: CurrentTree | undefined;
let folder: string;
beforeEach(() => {
  get = here.get;
  notices = [];
  folder = mkdtempSync(join(tmpdir(), 'model-hub-remote-'));
});
afterEach(() => {
  followed?.stop();
  rmSync(folder, { recursive: true });
});

const store: Store = {
  get: async (name) => get(name),
  range: async (name, start, end) => (await get(name))?.subarray(start, end),
  size: async (name) => (await get(name))?.length,
};
const onNotice = (sentence: string) => void notices.push(sentence);
async function follow(lookEveryMs = 10): Promise<CurrentTree> {
  followed?.stop();
  const cache = new FileCache({ folder, most: 2 ** 30, onFault: onNotice });
  const place = { address: 's3://models/hub', store, site: store, lookEveryMs };
  followed = await followRemoteTree({ place, cache, onNotice });
  return followed;
}

test('answers, ranges and search equal those of the tree itself', async () => {
  const tree = (await follow()).get()!;
  expect(tree.name).toBe(whole.name);
  for (const path of [MODEL, 'documents/llms.txt']) expect(await tree.text(path)).toBe(await whole.text(path));
  const directions = 'models/acme/tiny-bert/_/directions.txt';
  expect(Buffer.from((await tree.range(directions, 3, 40))!)).toEqual(await whole.range(directions, 3, 40));
  expect((await tree.search()).count({ tags: [] })).toBe((await whole.search()).count({ tags: [] }));
  expect(await tree.answers()).toBe(true);
  expect(notices).toEqual([]);
});

test('wrong bytes under the name of a pack or of an object are never served', async () => {
  const tree = (await follow()).get()!;
  get = (name) => (name.startsWith('packs/') ? here.get(CURRENT) : undefined);
  await expect(tree.read(MODEL)).rejects.toThrow('are missing or damaged where the tree lies');
  expect(notices).toEqual([expect.stringContaining('s3://models/hub sends wrong bytes for packs/')]);
  get = here.get;
  expect(await tree.read(MODEL)).toBeDefined();
  const object = objectPath('model', addressFromHex('0'.repeat(64)));
  get = (name) => here.get(name === object ? objectPath('catalog', whole.catalog as Address) : name);
  await expect(tree.read(object)).rejects.toThrow('torn tree');
});

test('kept files are checked again when they are read: a changed file is fetched again', async () => {
  await (await follow()).get()!.text(MODEL);
  followed!.stop();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/^..\/.{62}$/.test(path)) {
      const bytes = readFileSync(join(folder, path));
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(join(folder, path), bytes);
    }
  expect(await (await follow()).get()!.text(MODEL)).toBe(await whole.text(MODEL));
  expect(notices).toEqual([]);
});

test('the place gets requests as often as allowed, and rarely while it is away', async () => {
  vi.useFakeTimers();
  try {
    let looks = 0;
    let isAway = false;
    get = (name) => {
      if (name !== CURRENT) return here.get(name);
      looks++;
      return isAway ? Promise.reject(new StoreAway('it is away')) : here.get(name);
    };
    const current = await follow(2000);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBeGreaterThan(270);
    expect(looks).toBeLessThan(340);
    [isAway, looks] = [true, 0];
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBeGreaterThan(15);
    expect(looks).toBeLessThan(35);
    expect(current.get()!.name).toBe(whole.name);
  } finally {
    vi.useRealTimers();
  }
});
