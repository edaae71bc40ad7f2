// Removes files from a bucket that no remaining tree names: packs and lists of older trees, files of older websites,
// and indexes of a shorter log. Objects and the log itself stay.

import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { LOG_FOLDER } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import { SITE_CLIENT } from '../../src/tree/static-tree.ts';
import { type PlacedTree, standingTrees } from '../packs/standing-trees.ts';
import { Sweep } from '../packs/sweep.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { logOfBucket } from './push-log.ts';
import { pushedWebsite } from './push-website.ts';
import type { PushSettings } from './uploader.ts';

/**
 * Removes files that no remaining tree names, and returns their number, with the remaining trees. A dry run only counts
 * them. If a remaining tree can't be read, removes nothing and throws a Failure.
 */
export async function pruneBucket(
  { bucket, dist, stay, parallel }: PushSettings,
  isDry: boolean,
  progress: Progress,
): Promise<{ files: number; trees: PlacedTree[] }> {
  const standing = await standingTrees(bucket, stay, new FolderBytes(dist));
  if ('unread' in standing)
    throw new Failure(
      `The tree ${standing.unread}, which is current in ${bucket.address} or was until lately, can’t be read: nothing was removed.`,
    );
  if (standing.trees.length === 0) return { files: 0, trees: [] };
  const task = progress.start(isDry ? 'To remove' : 'Removed');
  // A running push may have put files that no tree names yet, so files younger than `stay` are kept.
  const before = bucket.now() - stay;
  const sweep = new Sweep(bucket, { isDry, before, parallel, onRemoved: () => task.advance() });
  const website = await pushedWebsite(bucket);
  await sweep.files(`${SITE_CLIENT}/`, (name) => website.has(name));
  // If the log can't be read, all indexes stay.
  const newest = await newestDay(logOfBucket(bucket));
  if (newest)
    await sweep.files(
      `${LOG_FOLDER}/`,
      (path) => !path.startsWith('models/') || path.startsWith(indexFolder(newest.size)),
    );
  await sweep.trees(standing);
  task.done(counted(sweep.count.files, 'file'));
  return { files: sweep.count.files, trees: standing.trees };
}
