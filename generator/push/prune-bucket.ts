// Removes files from a bucket that no remaining tree names: packs and lists of older trees, files of older websites,
// and indexes of a shorter log. Objects and the log itself stay.

import { LOG_FOLDER } from '../../src/log/log-paths.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { counted } from '../../src/model/figures.ts';
import { SITE_CLIENT } from '../../src/tree/static-tree.ts';
import type { Stored } from '../../src/tree/store.ts';
import { parseStoredName, STORED } from '../../src/tree/tree-list.ts';
import { inLanes } from '../objects/bounded-work.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { Digests } from './digests.ts';
import { logOfBucket } from './push-log.ts';
import type { PushSettings } from './push-settings.ts';
import { leftName } from './push-tree.ts';
import { pushedWebsite } from './push-website.ts';
import { addNames, allBelow, bucketNow, readPushedTree } from './pushed-tree.ts';

const LEFT = leftName('');

/**
 * Removes files that no remaining tree names, and returns their number. A dry run only counts them. If a remaining tree
 * can't be read, removes nothing and throws a Failure.
 */
export async function pruneBucket(settings: PushSettings, progress: Progress): Promise<number> {
  const { bucket, stay, parallel, isDry } = settings;
  const { current, now } = await bucketNow(bucket);
  if (current === undefined) return 0;
  const task = progress.start(isDry ? 'To remove' : 'Removed');
  let removed = 0;
  await inLanes(parallel, async (lanes) => {
    const remove = async ({ name }: Stored) => {
      removed++;
      task.advance();
      if (!isDry) await lanes.start(() => bucket.remove(name));
    };
    const left = await allBelow(bucket, LEFT);
    const gone = left.filter(({ put }) => now - put >= stay);
    const staying = left.filter((one) => !gone.includes(one)).map(({ name }) => name.slice(LEFT.length));
    const used = await namedBy(settings, current, staying);
    // A running push may have put files that no tree names yet, so files younger than `stay` are kept.
    const isOld = ({ put }: Stored) => now - put >= stay;
    for await (const one of bucket.list(`${STORED}/`)) {
      const sha256 = parseStoredName(one.name);
      if (sha256 !== undefined && isOld(one) && !used.has(sha256)) await remove(one);
    }
    const website = await pushedWebsite(bucket);
    for await (const one of bucket.list(`${SITE_CLIENT}/`))
      if (isOld(one) && !website.has(one.name.slice(SITE_CLIENT.length + 1))) await remove(one);
    await oldIndexes(settings, now, remove);
    await lanes.end();
    // Removes the notes about replaced trees last: after a crash, the next run then knows which trees the remaining
    // packs belong to.
    for (const one of gone) if (one.name !== LEFT + current) await remove(one);
  });
  task.done(counted(removed, 'file'));
  return removed;
}

/** Removes the indexes of a shorter log. If the log can't be read, removes none. */
async function oldIndexes({ bucket, stay }: PushSettings, now: number, remove: (one: Stored) => Promise<void>) {
  const newest = await newestDay(logOfBucket(bucket));
  if (!newest) return;
  const own = `${LOG_FOLDER}/${indexFolder(newest.size)}`;
  for await (const one of bucket.list(`${LOG_FOLDER}/models/`))
    if (now - one.put >= stay && !one.name.startsWith(own)) await remove(one);
}

/** Collects the names of all files of the current tree and of the trees in `staying`. */
async function namedBy({ bucket, dist }: PushSettings, current: string, staying: string[]): Promise<Digests> {
  const used = new Digests();
  const seen = new Set<string>();
  for (const name of new Set([current, ...staying])) {
    const tree = await readPushedTree(bucket, dist, name);
    if (!tree) {
      const since = name === current ? 'which is current' : 'which was current until lately';
      throw new Failure(`The tree ${name}, ${since} in ${bucket.address}, can’t be read: nothing was removed.`);
    }
    await addNames(used, tree, seen);
  }
  return used;
}
