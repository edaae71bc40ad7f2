// Tests a tree elsewhere, above all in a bucket: it is trusted only as far as hashes go, looked for as often as allowed, and
// kept locally.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { noTree } from '../../../../../functions/answers/refusal-answer.ts';
import type { Ports } from '../../../../../functions/ports/ports.ts';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { FolderBytes } from '../../../../../functions/stores/bytes/folder-bytes.ts';
import { bucketTrees, followBucket, remotePlace } from '../../../../../functions/stores/tree/bucket-tree.ts';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { openTree } from '../../../../../functions/stores/tree/folder-tree.ts';
import { TreeFollower } from '../../../../../functions/stores/tree/tree-follower.ts';
import { silent } from '../../../../../generator/process/progress.ts';
import { pushTree } from '../../../../../generator/push/push-tree.ts';
import { CURRENT, type Store, StoreAway } from '../../../../../src/tree/store.ts';
import { makeDay, makeWebsite, placesIn } from '../../../../buckets/made-days.ts';
import { StandIn } from '../../../../buckets/stores.ts';
import { LOG_NAME, writeLogOf } from '../../../../fixtures/log.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';
import { modelLeaf, signer } from '../../../log/memory-log.ts';

const { dist } = inject('fixture');
const whole = openTree(dist);
const here = new FolderBytes(dist);

let notices: string[];
let followed: TreeFollower | undefined;
let folder: string;
beforeEach(() => {
  notices = [];
  folder = folderOfTest();
});
afterEach(() => {
  followed?.stop();
});

const onNotice = (sentence: string) => void notices.push(sentence);

/** Follows the tree in a place, and keeps copies of its files. */
async function follow(trees: Parameters<typeof remotePlace>[0]): Promise<TreeFollower> {
  followed?.stop();
  const cache = new FileCache({ folder: join(folder, 'cache'), most: 2 ** 30, onFault: onNotice });
  followed = await new TreeFollower(remotePlace(trees, cache, onNotice), onNotice).start(true);
  return followed;
}

const followStore = (store: Store, lookEveryMs: number) =>
  follow({ address: 's3://models/hub', store, site: store, lookEveryMs });

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
  const open = async () => (await followStore(place, 60_000)).current()!;
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
    const get: Store['get'] = async (name) => {
      if (name !== CURRENT) return here.get(name);
      looks++;
      if (isAway) throw new StoreAway('it is away');
      return here.get(name);
    };
    const store: Store = {
      get,
      range: async (name, start, end) => (await get(name))?.subarray(start, end),
      size: async (name) => (await get(name))?.length,
    };
    const current = await followStore(store, 2000);
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

describe('a tree in a bucket', () => {
  const pathOf = (model: number) =>
    `models/owner-${model}/model-${model}/api/models/owner-${model}/model-${model}/index.json`;

  let store: StandIn;
  beforeEach(async () => {
    store = new StandIn();
    await store.start();
    makeWebsite(folder, 'one');
    await makeDay(folder, 1);
    await push();
  });
  afterEach(() => store.stop());

  async function push(): Promise<void> {
    const bucket = await openBucket(store.place('hub'));
    const { dist } = placesIn(folder);
    await pushTree({ dist, bucket, stay: 86_400_000 }, silent);
  }

  const followTree = async () => follow({ ...(await bucketTrees(store.place('hub'))), lookEveryMs: 10 });

  /** Follows the bucket with its website and its log, as a hub does. */
  async function followPlace() {
    followed?.stop();
    const facts = { cache: { folder: join(folder, 'cache'), bytes: 2 ** 26 }, dist: join(folder, 'nothing') };
    const place = await followBucket(store.place('hub'), facts, onNotice);
    followed = place.tree;
    return place;
  }

  test('while the bucket does not answer, files that were read before are served; one notice reports the outage and one its end', async () => {
    const tree = (await followTree()).current()!;
    const answer = await tree.text(pathOf(3));
    store.memory.refuse = () => 503;
    await vi.waitFor(() => expect(notices).toHaveLength(1), { timeout: 5000, interval: 10 });
    expect(notices[0]).toBe(
      "the tree of s3://models/hub can't be opened: s3://models/hub/current can't be read: Refused (503): Refused",
    );
    expect(await tree.text(pathOf(3))).toBe(answer);
    await expect(tree.read(pathOf(4))).rejects.toThrow(StoreAway);
    const again = (await followTree()).current()!;
    expect(await again.text(pathOf(3))).toBe(answer);
    store.memory.refuse = () => undefined;
    await vi.waitFor(() => expect(notices.at(-1)).toMatch(/is open now and served/), { timeout: 5000, interval: 10 });
    expect(await again.text(pathOf(4))).toBeDefined();
  });

  test('while the bucket does not answer and no file is kept, the tree counts as away; a bucket without a tree counts as not built', async () => {
    store.memory.refuse = () => 503;
    const current = await followTree();
    expect([current.current(), current.isAway()]).toEqual([undefined, true]);
    const refused = () => noTree({ isTreeAway: () => current.isAway() } as Ports).refusal;
    expect(refused()).toBe('TreeAway');
    store.memory.refuse = () => 404;
    await vi.waitFor(() => expect(current.isAway()).toBe(false), { timeout: 5000, interval: 10 });
    expect([current.current(), refused()]).toEqual([undefined, 'NotBuilt']);
    store.memory.refuse = () => undefined;
    await vi.waitFor(() => expect(current.current()).toBeDefined(), { timeout: 5000, interval: 10 });
    expect(current.isAway()).toBe(false);
  });

  test('files of the website are read from the bucket, or from local copies while it does not answer', async () => {
    const read = async () => (await followPlace()).tree.current()!.text('site/_astro/one.css');
    expect(await read()).toBe('.one {}\n');
    store.memory.refuse = () => 500;
    expect(await read()).toBe('.one {}\n');
    expect(notices[0]).toMatch(/^No website is built in \S+nothing: .* Run "model-hub build --website"\.$/);
  });

  test('the log is read from the bucket, or from local copies while it does not answer', async () => {
    writeLogOf(placesIn(folder).dist, [modelLeaf('a/one')], signer(LOG_NAME));
    await push();
    const { log: first } = await followPlace();
    const [checkpoint, tile] = [await first.read('checkpoint'), await first.read('tile/0/000.p/2')];
    expect([Buffer.from(checkpoint!).toString(), tile!.length]).toEqual([
      expect.stringContaining(`${LOG_NAME}\n2\n`),
      64,
    ]);
    expect(await first.read('tile/0/000')).toBeUndefined();
    store.memory.refuse = () => 500;
    const { log: away } = await followPlace();
    for (const [path, seen] of [
      ['checkpoint', checkpoint],
      ['tile/0/000.p/2', tile],
    ] as const)
      expect(Buffer.from((await away.read(path))!), path).toEqual(Buffer.from(seen!));
    await expect(away.read('keys')).rejects.toThrow(StoreAway);
  });
});
