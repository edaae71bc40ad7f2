// Removes files from a bucket to which `push` writes: first those that only replaced trees need, then unneeded objects.
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { OBJECT_KINDS } from '../../src/nouns/media-types.ts';
import type { BucketPlace, Config } from '../../src/service/config.ts';
import { objectsFolder } from '../../src/tree/static-tree.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { inLanes } from '../objects/bounded-work.ts';
import type { Progress } from '../process/progress.ts';
import { pruneBucket } from '../push/prune-bucket.ts';
import { leftName } from '../push/push-tree.ts';
import { allBelow, bucketNow, readPushedTree } from '../push/pushed-tree.ts';
import { catalogsOf, type NeededObjects } from './needed-objects.ts';
import type { Removed } from './removal.ts';

interface PushedPlace {
  config: Config;
  place: BucketPlace;
  needed: NeededObjects;
  /** The catalogs of days that were removed for good. */
  gone: ReadonlySet<Address>;
  isDry: boolean;
}

const PARALLEL = 16;

/**
 * Removes files and objects, and counts them. If a tree in the bucket has days that this hub lacks, removes no object,
 * and returns a sentence about that.
 */
export async function prunePushed(
  { config, place, needed, gone, isDry }: PushedPlace,
  progress: Progress,
): Promise<Removed & { notice?: string }> {
  const bucket = await openBucket(place);
  const stay = config.treeSeconds * 1000;
  const settings = { dist: config.dist, bucket, stay, parallel: PARALLEL, isDry };
  const files = await pruneBucket(settings, progress);
  const { current, now } = await bucketNow(bucket);
  if (current === undefined) return { place: bucket.address, files };
  const strange = await strangeDay(bucket, { dist: config.dist, current, stay, now }, (catalog) =>
    [needed.catalogs, gone as ReadonlySet<string>].some((known) => known.has(catalog)),
  );
  if (strange !== undefined)
    return {
      ...{ place: bucket.address, files },
      notice: `${bucket.address} has the day of ${strange}, which is not here, so its objects stay: prune it where it is pushed from.`,
    };
  return { place: bucket.address, files: files + (await removeObjects(bucket, needed, { before: now - stay, isDry })) };
}

interface Standing {
  dist: string;
  current: string;
  /** The number of milliseconds for which a replaced tree stays. */
  stay: number;
  now: number;
}

/**
 * Returns a catalog that a remaining tree in the bucket names and this hub does not know; the tree's name if it can't
 * be read; undefined if all catalogs are known.
 */
async function strangeDay(
  bucket: Bytes,
  { dist, current, stay, now }: Standing,
  isKnown: (catalog: string) => boolean,
): Promise<string | undefined> {
  const left = await allBelow(bucket, leftName(''));
  const young = left.filter(({ put }) => now - put < stay).map(({ name }) => name.slice(leftName('').length));
  for (const name of new Set([current, ...young])) {
    const tree = await readPushedTree(bucket, dist, name);
    const strange = tree ? catalogsOf(tree.stamp).find((catalog) => !isKnown(catalog)) : name;
    if (strange !== undefined) return strange;
  }
  return undefined;
}

/**
 * Removes unneeded objects that were put before the time `before`. Later objects stay, since a running push may have
 * put them.
 */
async function removeObjects(
  bucket: Bytes,
  needed: NeededObjects,
  { before, isDry }: { before: number; isDry: boolean },
): Promise<number> {
  let removed = 0;
  await inLanes(PARALLEL, async (lanes) => {
    for (const kind of OBJECT_KINDS)
      for await (const { name, put } of bucket.list(`${objectsFolder(kind)}/`)) {
        const hex = name.slice(objectsFolder(kind).length + 1).replace('/', '');
        const isNeeded = !/^[0-9a-f]{64}$/.test(hex) || needed.has(addressFromHex(hex));
        if (isNeeded || put > before) continue;
        removed++;
        if (!isDry) await lanes.start(() => bucket.remove(name));
      }
  });
  return removed;
}
