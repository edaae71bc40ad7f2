// Takes the current tree of HUB_DIST to a bucket, as hubs read it: only what is missing there, and `current` last (decision 0003).
//
//   <prefix>/current              the name of the tree that hubs serve
//   <prefix>/packs/, objects/     as in HUB_DIST; what has a name there has the bytes of that name
//   <prefix>/site/                the files of the website, and their hashes
//   <prefix>/log/                 the log, its checkpoint behind the tree that it names (decision 0034)
//   <prefix>/left/<tree>          put when that tree left `current`
//   <prefix>/pushing/<tree>       a push of that tree has begun and not ended
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from '../../functions/hosts/node/bucket/bucket.ts';
import { hexOfAddress } from '../../src/nouns/address.ts';
import { OBJECT_KINDS } from '../../src/nouns/media-types.ts';
import { objectPath, objectsFolder, parseObjectPath } from '../../src/tree/static-tree.ts';
import { CURRENT, formatCurrent } from '../../src/tree/store.ts';
import { parseStoredName, STORED } from '../../src/tree/tree-list.ts';
import { readPacked } from '../packs/dist-store.ts';
import { currentStamp, type Stamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import { grouped, type Progress } from '../process/progress.ts';
import { Digests } from './digests.ts';
import { daysSince, type NamedObject, objectsOfDays } from './new-objects.ts';
import { openLogPush } from './push-log.ts';
import { pushWebsite } from './push-website.ts';
import {
  allBelow,
  type BucketNow,
  bucketNow,
  listedAnew,
  PushedTree,
  readPushedTree,
  shardsBut,
} from './pushed-tree.ts';
import { Uploader } from './uploader.ts';

export interface PushSettings {
  dist: string;
  bucket: Bucket;
  /** Milliseconds that a tree stays after it was current. */
  stay: number;
  /** Requests at a time. */
  parallel: number;
  /** True: nothing is put, all is counted. */
  isDry: boolean;
}

export interface PushReport {
  /** The name of the tree, and its day. */
  tree: string;
  snapshot: string;
  /** What was put, or would be. */
  files: number;
  bytes: number;
  /** Leaves of the log that is published with it; absent where none is. */
  log?: number;
}

/** Pushes that end while this one is under way: then it begins again, with what they left. */
const ATTEMPTS = 5;

export const leftName = (tree: string) => `left/${tree}`;
const PUSHING = 'pushing/';

/** Pushes the current tree of `dist`. Throws a Failure when there is none, or something of it is damaged. */
export async function pushTree(settings: PushSettings, progress: Progress): Promise<PushReport> {
  const named = currentStamp(settings.dist);
  if (!named) throw new Failure(`There is no tree in ${settings.dist}: run "model-hub build" first, or set HUB_DIST.`);
  const own = new PushedTree(named.name, named.stamp, async (sha256) => readPacked(settings.dist, sha256));
  const task = progress.start(settings.isDry ? 'To push' : 'Pushed');
  const uploader = new Uploader({ ...settings, task });
  const log = await openLogPush(settings, own.name);
  try {
    await log?.putFiles(uploader);
    for (let attempt = 1; !(await pushOnce(settings, own, uploader)); attempt++)
      if (attempt === ATTEMPTS)
        throw new Failure('Others push to this bucket again and again: push when they have ended.');
    await log?.putCheckpoint(uploader);
  } finally {
    await uploader.settle();
  }
  task.done(`${grouped(uploader.count.files)} files`);
  return { tree: own.name, snapshot: own.stamp.snapshot, ...uploader.count, ...(log && { log: log.size }) };
}

/** True when the tree is current now; false when another push has ended meanwhile. */
async function pushOnce(settings: PushSettings, own: PushedTree, uploader: Uploader): Promise<boolean> {
  const { bucket, dist, isDry } = settings;
  const before = await bucketNow(bucket);
  await pushWebsite(bucket, dist, uploader);
  await uploader.end();
  if (before.current === own.name) return true;
  // What others have begun and not ended may be there as well, and nothing that is current tells of it.
  const begun = (await allBelow(bucket, PUSHING)).map(({ name }) => name);
  if (!isDry) await bucket.put(PUSHING + own.name, new Uint8Array());
  const base = before.current === undefined ? undefined : await readPushedTree(bucket, dist, before.current);
  await putPacks(settings, own, { base, before, isCertain: base !== undefined && begun.length === 0 }, uploader);
  await putObjects(settings, own.stamp, base?.stamp, begun.length === 0, uploader);
  await uploader.end();
  if (isDry) return true;
  if ((await bucketNow(bucket)).current !== before.current) return false;
  // Noted before it leaves, so that no crash makes anybody forget when that was.
  if (before.current !== undefined) await bucket.put(leftName(before.current), new Uint8Array());
  await uploader.bytes(CURRENT, Buffer.from(formatCurrent(own.name)), 'text/plain; charset=utf-8');
  await uploader.end();
  for (const name of new Set([...begun, PUSHING + own.name])) await bucket.remove(name);
  return true;
}

/** What is known of the bucket. */
interface Known {
  base: PushedTree | undefined;
  before: BucketNow;
  /** False: more may be there than the current tree names. */
  isCertain: boolean;
}

/** Packs first, then the list that names them, then the stamp that names that. */
async function putPacks(settings: PushSettings, own: PushedTree, known: Known, uploader: Uploader): Promise<void> {
  const { dist } = settings;
  const there = known.isCertain ? undefined : await listedPacks(settings, known.before.now);
  const put = async (sha256: string | undefined) => {
    if (sha256 !== undefined && !there?.has(sha256)) await uploader.pack(dist, sha256);
  };
  for await (const { sha256, index } of listedAnew(own, known.base)) {
    await put(sha256);
    await put(index);
  }
  await uploader.end();
  const shards = new Set(known.base && shardsBut(known.base.stamp.list, new Set()));
  for (const sha256 of shardsBut(own.stamp.list, shards)) await put(sha256);
  await uploader.end();
  await put(own.name);
}

/**
 * The packs that are there and that no `--prune` can remove before this push has ended: one removes what was put longer
 * ago than a tree stays.
 */
async function listedPacks({ bucket, stay }: PushSettings, now: number): Promise<Digests> {
  const there = new Digests();
  for await (const { name, put } of bucket.list(`${STORED}/`)) {
    const sha256 = parseStoredName(name);
    if (sha256 !== undefined && now - put < stay / 2) there.add(sha256);
  }
  return there;
}

/** Nobody removes objects, so whatever is listed is there. */
async function putObjects(
  { bucket, dist }: PushSettings,
  own: Stamp,
  base: Stamp | undefined,
  isCertain: boolean,
  uploader: Uploader,
): Promise<void> {
  const since = base && daysSince(own.days, base.days);
  const there = since !== undefined && isCertain ? undefined : await listedObjects(bucket);
  for await (const object of objectsOfDays(dist, own.days, since ?? own.days.length))
    if (!there?.(object) && isHere(dist, object)) await uploader.object(dist, object);
}

/** Only a card may be gone; what else is missing is told by whoever wants to read it. */
const isHere = (dist: string, { kind, address }: NamedObject) =>
  kind !== 'card' || existsSync(join(dist, objectPath(kind, address)));

async function listedObjects(bucket: Bucket): Promise<(object: NamedObject) => boolean> {
  const there = new Map<string, Digests>();
  for (const kind of OBJECT_KINDS) {
    const list = new Digests();
    there.set(kind, list);
    for await (const { name } of bucket.list(`${objectsFolder(kind)}/`)) {
      const address = parseObjectPath(name);
      if (address) list.add(hexOfAddress(address));
    }
  }
  return ({ kind, address }) => there.get(kind)!.has(hexOfAddress(address));
}
