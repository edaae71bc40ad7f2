// Tests a tree in a bucket: it is read from the bucket and kept locally.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noTree } from '../../../../../functions/answers/refusal-answer.ts';
import type { Ports } from '../../../../../functions/ports/ports.ts';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { bucketTrees, followBucket, remotePlace } from '../../../../../functions/stores/tree/bucket-tree.ts';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { TreeFollower } from '../../../../../functions/stores/tree/tree-follower.ts';
import { silent } from '../../../../../generator/process/progress.ts';
import { pushTree } from '../../../../../generator/push/push-tree.ts';
import { StoreAway } from '../../../../../src/tree/store.ts';
import { makeDay, makeWebsite, placesIn } from '../../../../buckets/made-days.ts';
import { StandIn } from '../../../../buckets/stores.ts';
import { LOG_NAME, writeLogOf } from '../../../../fixtures/log.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';
import { modelLeaf, signer } from '../../../log/memory-log.ts';

const pathOf = (model: number) =>
  `models/owner-${model}/model-${model}/api/models/owner-${model}/model-${model}/index.json`;

let folder: string;
let store: StandIn;
let notices: string[];
let followed: TreeFollower | undefined;
beforeEach(async () => {
  folder = folderOfTest();
  notices = [];
  store = new StandIn();
  await store.start();
  makeWebsite(folder, 'one');
  await pushDay(1);
});
afterEach(async () => {
  followed?.stop();
  await store.stop();
});

async function push(): Promise<void> {
  const bucket = await openBucket(store.place('hub'));
  const { dist } = placesIn(folder);
  await pushTree({ dist, bucket, stay: 86_400_000 }, silent);
}

async function pushDay(day: number): Promise<string> {
  const name = await makeDay(folder, day);
  await push();
  return name;
}

async function follow(): Promise<TreeFollower> {
  followed?.stop();
  const onNotice = (sentence: string) => void notices.push(sentence);
  const cache = new FileCache({ folder: join(folder, 'cache'), most: 2 ** 26, onFault: onNotice });
  const place = remotePlace({ ...(await bucketTrees(store.place('hub'))), lookEveryMs: 10 }, cache, onNotice);
  followed = await new TreeFollower(place, onNotice).start(true);
  return followed;
}

/** Follows the bucket with its website and its log, as a hub does. */
async function followPlace() {
  followed?.stop();
  const facts = { cache: { folder: join(folder, 'cache'), bytes: 2 ** 26 }, dist: join(folder, 'nothing') };
  const place = await followBucket(store.place('hub'), facts, (sentence) => void notices.push(sentence));
  followed = place.tree;
  return place;
}

test('while the bucket does not answer, files that were read before are served; one notice reports the outage and one its end', async () => {
  const tree = (await follow()).current()!;
  const answer = await tree.text(pathOf(3));
  store.memory.refuse = () => 503;
  await vi.waitFor(() => expect(notices).toHaveLength(1), { timeout: 5000, interval: 10 });
  expect(notices[0]).toBe(
    "the tree of s3://models/hub can't be opened: s3://models/hub/current can't be read: Refused (503): Refused",
  );
  expect(await tree.text(pathOf(3))).toBe(answer);
  await expect(tree.read(pathOf(4))).rejects.toThrow(StoreAway);
  const again = (await follow()).current()!;
  expect(await again.text(pathOf(3))).toBe(answer);
  store.memory.refuse = () => undefined;
  await vi.waitFor(() => expect(notices.at(-1)).toMatch(/is open now and served/), { timeout: 5000, interval: 10 });
  expect(await again.text(pathOf(4))).toBeDefined();
});

test('while the bucket does not answer and no file is kept, the tree counts as away; a bucket without a tree counts as not built', async () => {
  store.memory.refuse = () => 503;
  const current = await follow();
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
