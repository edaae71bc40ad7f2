// Removes unneeded files from HUB_DATA, from HUB_DIST, and from a bucket to which `push` writes. An export removes its own.
import { readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { LOG_FOLDER } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { OBJECT_KINDS } from '../../src/nouns/media-types.ts';
import type { BucketPlace, Config } from '../../src/service/config.ts';
import { objectsFolder, SITE_CLIENT } from '../../src/tree/static-tree.ts';
import { namesIn } from '../files/own-folder.ts';
import { type StandingTrees, standingTrees } from '../packs/standing-trees.ts';
import { Sweep } from '../packs/sweep.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { logOfBucket } from '../push/push-log.ts';
import { pushedWebsite } from '../push/push-website.ts';
import { BUILD_LEAVINGS } from '../tree/build-tree.ts';
import { catalogsOf, type NeededObjects } from './needed-objects.ts';

/** The number of files removed from a place. */
export interface Removed {
  /** The place: `HUB_DATA`, `HUB_DIST`, or a bucket. */
  place: string;
  files: number;
  /** The number of bytes of the files; undefined for a bucket. */
  bytes?: number;
}

/** Temporary folders of interrupted imports, and of interrupted builds that leave models out of a day. */
const DATA_LEAVINGS = ['tmp', 'without'];

/**
 * Removes unneeded objects and temporary files from HUB_DATA and HUB_OBJECTS. The caller holds the lock of HUB_DATA.
 */
export async function pruneData({ data, objects }: Config, needed: NeededObjects, isDry: boolean): Promise<Removed> {
  const sweep = new Sweep(new FolderBytes(objects), { isDry });
  await sweep.folder(data, 'tmp');
  for (const name of DATA_LEAVINGS) await sweep.folder(objects, name);
  for (const first of namesIn(objects, '.').filter((name) => /^[0-9a-f]{2}$/.test(name)))
    await sweep.files(`${first}/`, (rest) => needed.isNeeded(`${first}/${rest}`));
  return { place: 'HUB_DATA', ...sweep.count };
}

/**
 * Removes unneeded objects, files of earlier trees, and the remains of interrupted builds from HUB_DIST. The caller holds
 * the lock of HUB_DIST.
 */
export async function pruneDist(
  dist: string,
  standing: StandingTrees,
  needed: NeededObjects,
  isDry: boolean,
): Promise<Removed> {
  const sweep = new Sweep(new FolderBytes(dist), { isDry });
  await sweep.trees(standing);
  for (const name of BUILD_LEAVINGS) await sweep.folder(dist, name);
  const site = basename(siteOf(dist));
  if (site !== '')
    for (const name of namesIn(dist, 'sites')) if (name !== site) await sweep.folder(dist, `sites/${name}`);
  for (const kind of OBJECT_KINDS) await sweep.files(`${objectsFolder(kind)}/`, (name) => needed.isNeeded(name));
  return { place: 'HUB_DIST', ...sweep.count };
}

/** Returns the target of the link to the website's files; '' if there is no link. */
function siteOf(dist: string): string {
  try {
    return readlinkSync(join(dist, 'site'));
  } catch {
    return '';
  }
}

interface PushedPlace {
  config: Config;
  place: BucketPlace;
  needed: NeededObjects;
  /** The catalogs of days that were removed for good. */
  gone: ReadonlySet<Address>;
  isDry: boolean;
}

/**
 * Removes files from a bucket that no tree there names: packs and lists of older trees, files of older websites, indexes
 * of a shorter log, and then unneeded objects. If a tree can't be read, removes nothing and throws a Failure. If one has
 * days that this hub lacks, removes no object, and returns a sentence about that.
 */
export async function prunePushed(
  { config, place, needed, gone, isDry }: PushedPlace,
  progress: Progress,
): Promise<Removed & { notice?: string }> {
  const bucket = await openBucket(place);
  const stay = config.treeSeconds * 1000;
  const standing = await standingTrees(bucket, stay, new FolderBytes(config.dist));
  if ('unread' in standing)
    throw new Failure(
      `The tree ${standing.unread}, which is current in ${bucket.address} or was until lately, can’t be read: nothing was removed.`,
    );
  const removed = { place: bucket.address, files: 0 };
  if (standing.trees.length === 0) return removed;
  const task = progress.start(isDry ? 'To remove' : 'Removed');
  // A running push may have put files that no tree names yet, so files younger than `stay` are kept.
  const before = bucket.now() - stay;
  const sweep = new Sweep(bucket, { isDry, before, onRemoved: () => task.advance() });
  const website = await pushedWebsite(bucket);
  await sweep.files(`${SITE_CLIENT}/`, (name) => website.has(name));
  // If the log can't be read, all indexes stay.
  const newest = await newestDay(logOfBucket(bucket));
  const isIndex = (path: string) => path.startsWith('models/') && !path.startsWith(indexFolder(newest!.size));
  if (newest) await sweep.files(`${LOG_FOLDER}/`, (path) => !isIndex(path));
  await sweep.trees(standing);
  const isKnown = (catalog: string) => needed.catalogs.has(catalog) || (gone as ReadonlySet<string>).has(catalog);
  const strange = standing.trees.flatMap(({ stamp }) => catalogsOf(stamp)).find((catalog) => !isKnown(catalog));
  for (const kind of strange === undefined ? OBJECT_KINDS : [])
    await sweep.files(`${objectsFolder(kind)}/`, (name) => needed.isNeeded(name));
  const { files } = sweep.count;
  task.done(counted(files, 'file'));
  return {
    ...{ ...removed, files },
    ...(strange !== undefined && {
      notice: `${bucket.address} has the day of ${strange}, which is not here, so its objects stay: prune it where it is pushed from.`,
    }),
  };
}
