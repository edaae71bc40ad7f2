// Runs `model-hub prune`: finds the needed objects first, and then removes all others from every place.
import { existsSync } from 'node:fs';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { BucketPlace, Config } from '../../src/service/config.ts';
import { CURRENT } from '../../src/tree/store.ts';
import { STORED } from '../../src/tree/tree-list.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { storeOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { dayBefore, notePurged, readPurged } from '../days/purged.ts';
import { inData, takeLock } from '../files/lock.ts';
import { namesIn } from '../files/own-folder.ts';
import { type StandingTrees, standingTrees } from '../packs/standing-trees.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { neededObjects } from './needed-objects.ts';
import { pruneData, pruneDist, prunePushed, type Removed } from './prune-places.ts';

interface PruneRequest {
  isDry: boolean;
  /** The number of newest days that stay; undefined if every day stays. */
  keep: number | undefined;
  /** The buckets to prune: that of HUB_TREE, and those of `--from`. */
  buckets: readonly BucketPlace[];
}

export interface PruneReport {
  isDry: boolean;
  removed: Removed[];
  /** The removed days, newest first, and the oldest day that stays; absent if every day stays. */
  days?: { taken: PrunedDay[]; oldest: PrunedDay | undefined };
  notices: string[];
}

/**
 * Removes unneeded files; a dry run only counts them. If a day can't be read, or if another process writes to HUB_DATA
 * or HUB_DIST, removes nothing and throws a Failure.
 */
export async function runPrune(config: Config, request: PruneRequest, progress: Progress): Promise<PruneReport> {
  if (!existsSync(config.data) && !existsSync(config.dist))
    throw new Failure(
      `HUB_DATA (${config.data}) and HUB_DIST (${config.dist}) are missing: name them in these variables.`,
    );
  const hasDist = existsSync(config.dist);
  if (request.isDry) return prunePlaces(config, request, hasDist, progress);
  return inData(config, async () => {
    const dist = hasDist ? takeLock(config.dist, 'HUB_DIST') : undefined;
    try {
      return await prunePlaces(config, request, hasDist, progress);
    } finally {
      dist?.release();
    }
  });
}

async function prunePlaces(
  config: Config,
  { isDry, keep, buckets }: PruneRequest,
  hasDist: boolean,
  progress: Progress,
): Promise<PruneReport> {
  const notices: string[] = [];
  const found = hasDist ? await treesIn(config.dist, config.treeSeconds * 1000) : undefined;
  const trees = found && !('unread' in found) ? found : undefined;
  if (found && !trees) notices.push(unreadSentence((found as { unread: string }).unread));
  const chosen = keep === undefined ? undefined : await daysBy(config, keep);
  const taken = chosen?.taken ?? [];
  const gone = new Set<Address>([...readPurged(config.data), ...taken.map(({ catalog }) => catalog)]);
  const needed = await neededObjects(config, trees?.trees.map(({ stamp }) => stamp) ?? [], gone);
  // Notes the removed days first. If this run is interrupted, the next one then removes the rest.
  if (!isDry && taken.length > 0) notePurged(config.data, { days: taken.map(({ catalog }) => catalog) });
  const removed = [await pruneData(config, needed, isDry)];
  // If a tree can't be read, nobody knows which days and objects it needs, so HUB_DIST stays as it is.
  if (trees) removed.push(await pruneDist(config.dist, trees, needed, isDry));
  for (const place of buckets) {
    const { notice, ...counts } = await prunePushed({ config, place, needed, gone, isDry }, progress);
    removed.push(counts);
    if (notice !== undefined) notices.push(notice);
  }
  return { isDry, removed, ...(chosen && { days: { taken, oldest: chosen.left.at(-1) } }), notices };
}

async function treesIn(dist: string, stay: number): Promise<StandingTrees | { unread: string }> {
  const found = await standingTrees(new FolderBytes(dist), stay);
  const isUnknown = 'trees' in found && found.trees.length === 0 && namesIn(dist, STORED).length > 0;
  return isUnknown ? { unread: CURRENT } : found;
}

const unreadSentence = (name: string) =>
  `HUB_DIST stays as it is: its tree ${name} is damaged or of another version, and nobody knows what it needs. ` +
  'Run "model-hub build", and prune again when HUB_TREE_SECONDS are over.';

/** Describes the result of `model-hub prune` in sentences. */
export function pruneLines({ isDry, removed, days, notices }: PruneReport): string[] {
  const verb = isDry ? 'would lose' : 'lost';
  return [
    ...removed.map(({ place, files, bytes }) => {
      const size = bytes === undefined ? '' : ` (${counted(bytes, 'byte')})`;
      return `${place} ${verb} ${counted(files, 'file')}${size}.`;
    }),
    ...(days ? daysLines(days, isDry) : ['Every day stays.']),
    ...notices,
  ];
}

function daysLines({ taken, oldest }: NonNullable<PruneReport['days']>, isDry: boolean): string[] {
  const [newest, first] = [taken[0], taken.at(-1)];
  if (!newest || !first || !oldest) return ['No day is older than the days to keep: every day stays.'];
  const span = newest === first ? newest.snapshot : `${first.snapshot} to ${newest.snapshot}`;
  const count = counted(taken.length, 'day');
  return [
    `${count} (${span}) ${isDry ? 'could not' : 'can’t'} be read any more: their catalogs, and the objects that only they name.`,
    `The archive, rollback, archive verify and backup begin with ${oldest.snapshot}. The log still names the earlier days, ` +
      'and nobody can prove from here what they held. A new mirror takes the days that are left; one whose newest day is ' +
      'older than they can’t go on. Copies elsewhere keep what they have.',
    ...(isDry ? [] : ['Next: model-hub build']),
  ];
}

interface PrunedDay {
  snapshot: string;
  catalog: Address;
}

/**
 * The number of newest days that stay in any case. It is two, because an import may replace the newest day, and the
 * replacement follows the second newest.
 */
const FEWEST = 2;

/**
 * Returns the days to remove, and the `keep` newest days, which stay, both newest first.
 * The days of the current tree are not read, so that a damaged one can be removed.
 */
async function daysBy(config: Config, keep: number): Promise<{ taken: PrunedDay[]; left: PrunedDay[] }> {
  const purged = readPurged(config.data);
  const built = currentStamp(config.dist)?.stamp.days ?? [];
  const days: PrunedDay[] = [];
  for (let at = currentPointer(config.data)?.catalog ?? null; at; ) {
    // The address of a catalog is a hash that covers all earlier days, so the tree knows the days before it.
    const known = built.findIndex(({ catalog }) => catalog === at);
    const rest = known < 0 ? [] : (built.slice(known) as { date: string; catalog: Address }[]);
    days.push(
      ...rest
        .filter(({ catalog }) => !purged.has(catalog))
        .map((day) => ({ snapshot: day.date, catalog: day.catalog })),
    );
    if (known >= 0) break;
    const day: CatalogFile = await dayIn(storeOf(config), at);
    days.push({ snapshot: day.frame.snapshot, catalog: at });
    at = dayBefore(day, purged);
  }
  const count = Math.max(FEWEST, keep);
  return { taken: days.slice(count), left: days.slice(0, count) };
}
