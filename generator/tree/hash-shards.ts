// Writes the shards of `/hashes/`: either all of them, or only the changes since all were last packed (decision 0002).
import { join } from 'node:path';
import { totalSize } from '../../src/basics/bytes.ts';
import { mergeShard, netChanges, type ShardTree, shardChanges } from '../../src/tree/hash-shards.ts';
import { hashChangesKey, hashShardPath, listKeyOf } from '../../src/tree/static-tree.ts';
import type { Listed, Shard } from '../../src/tree/tree-list.ts';
import { PackStore } from '../packs/dist-store.ts';
import { ListReader } from '../packs/list-reader.ts';
import { PackMaker } from '../packs/pack-maker.ts';
import type { Build } from './build.ts';
import { SpooledRows } from './hash-spool.ts';
import type { JobResult, ThreadSettings } from './jobs.ts';

const HEX = '0123456789abcdef';

/** The names of all buckets: the first two hex digits of the hashes in each. */
export const buckets = [...HEX].flatMap((a) => [...HEX].map((b) => a + b));

/** The number of buckets in one job. */
const BATCH = 16;
/** All buckets are packed again if the changes have more than 1 / `FOLD_AT` of the buckets' bytes. */
const FOLD_AT = 4;
/** The maximum number of packs of changes. If there are this many, the next build joins them into one. */
const MOST_CHANGES = 8;

/** The packs of shards that the former tree has. */
interface StandingShards {
  base: Listed[];
  changes: Listed[];
}

/** Returns the packs of shards that a list names. */
function standingShards(list: ListReader): StandingShards {
  const changes: Listed[] = [];
  for (let listed = list.find(hashChangesKey(0)); listed; listed = list.find(hashChangesKey(changes.length)))
    changes.push(listed);
  return { base: buckets.flatMap((bucket) => list.find(bucketKey(bucket)) ?? []), changes };
}

/**
 * Writes the packs of `/hashes/`, and returns their list entries. While the changes are small, keeps the old packs and
 * adds a pack of changes. Otherwise makes new packs of all rows.
 */
export async function writeHashShards({ pool, draft, packs, before }: Build): Promise<Listed[]> {
  const spooled = new SpooledRows(join(draft, 'spool'));
  const list = before?.reader;
  if (list) {
    const standing = standingShards(list);
    const { size } = spooled;
    if (size === 0) return [...standing.base, ...standing.changes];
    // The changes are kept apart from the packed shards until they are too large.
    if ((totalSize(standing.changes) + size) * FOLD_AT <= totalSize(standing.base))
      return writeHashChanges(packs, list, spooled, standing);
  }
  const wanted = list ? buckets : buckets.filter((bucket) => spooled.has(bucket));
  const running: Promise<JobResult>[] = [];
  for (let at = 0; at < wanted.length; at += BATCH) {
    const job = { kind: 'shards', buckets: wanted.slice(at, at + BATCH), before: before?.list ?? [] } as const;
    running.push((await pool.start(job)).done);
  }
  return (await Promise.all(running)).flatMap((result) => (result.buckets ?? []).flatMap((one) => one ?? []));
}

/** Writes the rows of this build as a new pack of changes. Returns the list entries of all packs of shards. */
function writeHashChanges(
  packs: PackStore,
  list: ListReader,
  spooled: SpooledRows,
  { base, changes }: StandingShards,
): Listed[] {
  const isMerged = changes.length === MOST_CHANGES;
  const kept = isMerged ? [] : changes;
  const maker = new PackMaker();
  let isEmpty = true;
  for (const bucket of buckets) {
    const before = isMerged ? bucketChanges(shardTree(list), bucket) : [];
    const lines = netChanges([...before, ...spooled.lines(bucket)]);
    if (lines.length === 0) continue;
    maker.put(`${bucket}.txt`, Buffer.from(`${lines.join('\n')}\n`));
    isEmpty = false;
  }
  const written = isEmpty ? [] : [packs.putListed(hashChangesKey(kept.length), maker.bytes())];
  return [...base, ...kept, ...written];
}

/**
 * Writes a pack for each bucket in `wanted`, with the bucket's shards. Takes the rows and changes of the former tree,
 * whose list is `before`, and the rows of this build. Returns the list entry of each pack, or null if every shard of a
 * bucket is empty (the hub then answers `[]`).
 */
export function writeShards(
  { dist, spool, mend }: ThreadSettings,
  before: readonly Shard[],
  wanted: string[],
): (Listed | null)[] {
  const packs = new PackStore(dist, mend);
  const tree = shardTree(new ListReader(dist, before));
  const spooled = new SpooledRows(spool);
  return wanted.map((bucket) => {
    const key = bucketKey(bucket);
    const maker = new PackMaker();
    let isEmpty = true;
    for (const { shard, lines } of shardsOf(bucket, [...bucketChanges(tree, bucket), ...spooled.lines(bucket)])) {
      const path = hashShardPath(shard);
      const rows = mergeShard(tree.text(path), netChanges(lines));
      if (rows === undefined) continue;
      maker.put(path.slice(key.length + 1), Buffer.from(rows));
      isEmpty = false;
    }
    return isEmpty ? null : packs.putListed(key, maker.bytes());
  });
}

/** Returns the key of the pack of a bucket. */
export const bucketKey = (bucket: string) => listKeyOf(hashShardPath(`${bucket}0`))!;

/** A tree on disk whose files are read synchronously. */
interface StoredTree extends ShardTree {
  text(path: string): string | undefined;
}

/** Gives the shards of the tree that has the list `list`. */
export function shardTree(list: ListReader): StoredTree {
  return { listed: (key) => list.find(key), text: (path) => list.read(path)?.toString() };
}

function bucketChanges(tree: StoredTree, bucket: string): string[] {
  return shardChanges(bucket, tree) as string[];
}

/** Yields the shards of a bucket, each with its lines. */
function* shardsOf(bucket: string, lines: readonly string[]): Generator<{ shard: string; lines: string[] }> {
  const byShard = Map.groupBy(lines, (line) => line.slice(3, 6));
  for (const digit of HEX) yield { shard: bucket + digit, lines: byShard.get(bucket + digit) ?? [] };
}
