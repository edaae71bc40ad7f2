// Tests a tree elsewhere: it is trusted only as far as hashes go, and looked for as often as allowed.
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { FolderBytes } from '../../../../../functions/stores/bytes/folder-bytes.ts';
import { remotePlace } from '../../../../../functions/stores/tree/bucket-tree.ts';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { openTree } from '../../../../../functions/stores/tree/folder-tree.ts';
import { TreeFollower } from '../../../../../functions/stores/tree/tree-follower.ts';
import { CURRENT, type Store, StoreAway } from '../../../../../src/tree/store.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';

const { dist } = inject('fixture');
const whole = openTree(dist);
const here = new FolderBytes(dist);

let get: Store['get'];
let notices: string[];
let followed: TreeFollower | undefined;
let folder: string;
beforeEach(() => {
  get = (name) => here.get(name);
  notices = [];
  folder = folderOfTest();
});
afterEach(() => {
  followed?.stop();
});

const store: Store = {
  get: async (name) => get(name),
  range: async (name, start, end) => (await get(name))?.subarray(start, end),
  size: async (name) => (await get(name))?.length,
};
const onNotice = (sentence: string) => void notices.push(sentence);
async function follow(lookEveryMs = 10, at = store): Promise<TreeFollower> {
  followed?.stop();
  const cache = new FileCache({ folder, most: 2 ** 30, onFault: onNotice });
  const place = remotePlace({ address: 's3://models/hub', store: at, site: at, lookEveryMs }, cache, onNotice);
  followed = await new TreeFollower(place, onNotice).start(true);
  return followed;
}

type Damage = (bytes: Uint8Array) => Uint8Array;

const half: Damage = (bytes) => bytes.subarray(0, Math.ceil(bytes.length / 2));
const damages: [string, Damage][] = [
  ['half of a part', half],
  ['other bytes', (bytes) => bytes.map((byte) => byte ^ 1)],
];

test.each(damages)('%s is never served or kept, and one notice reports it', async (_, given) => {
  let damage: Damage = (bytes) => bytes;
  const damaged = (name: string, bytes: Uint8Array | undefined) =>
    bytes && (name === CURRENT ? bytes : damage(new Uint8Array(bytes)));
  const place: Store = {
    get: async (name) => damaged(name, here.get(name)),
    range: async (name, start, end) => damaged(name, here.range(name, start, end)),
    size: async (name) => here.size(name),
  };
  const open = async () => (await follow(60_000, place)).current()!;
  const tree = await open();
  const rows = async () => {
    const search = await tree.search();
    const found: Uint8Array[] = [];
    for (const row of [0, 1, 2]) found.push(...(await search.rows([row])));
    return found;
  };
  const answer = () => tree.text('models/acme/tiny-bert/api/models/acme/tiny-bert/index.json');
  damage = given;
  for (const read of [rows, answer, rows, answer]) await expect(read()).rejects.toThrow(StoreAway);
  expect(notices.length).toBeLessThan(2);
  damage = (bytes) => bytes;
  expect((await rows()).map((row) => JSON.parse(Buffer.from(row).toString()).id)).toHaveLength(3);
  expect(await answer()).toContain('acme/tiny-bert');
  expect(await (await (await open()).search()).rows([0, 1, 2])).toEqual(await rows());
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
    expect(current.current()!.name).toBe(whole.name);
  } finally {
    vi.useRealTimers();
  }
});
