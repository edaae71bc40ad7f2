// Reads the stamp and the list of a tree in a bucket. Takes each file from this disk if it exists there, or else from
// the bucket.
import { compareBytewise } from '../../src/nouns/file-path.ts';
import { readNamed } from '../../src/tree/pack.ts';
import {
  type Bytes,
  CURRENT,
  parseCurrent,
  type Store,
  StoreAway,
  type Stored,
  TREE_FORMAT,
} from '../../src/tree/store.ts';
import { type Listed, parseShard, type Shard } from '../../src/tree/tree-list.ts';
import { readPacked } from '../packs/dist-store.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { Digests } from './digests.ts';

/** The name of the current tree of a bucket, and the time by the store's clock. */
export interface BucketNow {
  /** The name of the tree; undefined if there is none of this version. */
  current: string | undefined;
  /** The present time in milliseconds since 1970, by the clock of the store. */
  now: number;
}

/** Reads the name of the current tree in a bucket. Rejects if the bucket can't be reached. */
export async function bucketNow(bucket: Bytes): Promise<BucketNow> {
  const text = await bucket.get(CURRENT);
  return { current: text && parseCurrent(new TextDecoder().decode(text)), now: bucket.now() };
}

/** Lists all files in `bucket` whose names begin with `start` and come after `after`. */
export async function allBelow(bucket: Bytes, start: string, after?: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for await (const one of bucket.list(start, after)) found.push(one);
  return found;
}

export class PushedTree {
  readonly name: string;
  readonly stamp: Stamp;
  readonly #bytesOf: (sha256: string) => Promise<Uint8Array>;

  constructor(name: string, stamp: Stamp, bytesOf: (sha256: string) => Promise<Uint8Array>) {
    this.name = name;
    this.stamp = stamp;
    this.#bytesOf = bytesOf;
  }

  /** Lists the entries of the tree's shards in order, except the shards in `others`. */
  async *listed(others: ReadonlySet<string>): AsyncGenerator<Listed> {
    for (const sha256 of shardsBut(this.stamp.list, others)) yield* parseShard(await this.#bytesOf(sha256));
  }
}

/** Adds the names of all files of `tree` to `used`. Skips the shards in `seen`, and adds all other shards to `seen`. */
export async function addNames(used: Digests, tree: PushedTree, seen: Set<string>): Promise<void> {
  used.add(tree.name);
  for await (const { sha256, index } of tree.listed(seen)) {
    used.add(sha256);
    if (index !== undefined) used.add(index);
  }
  for (const [, shard] of tree.stamp.list) {
    used.add(shard);
    seen.add(shard);
  }
}

/**
 * Reads the tree `name` of `bucket`; undefined if the tree is incomplete, damaged or of another version. Rejects if the
 * bucket can't be reached.
 */
export async function readPushedTree(bucket: Bytes, dist: string, name: string): Promise<PushedTree | undefined> {
  const bytesOf = (sha256: string) => hereOrThere(dist, bucket, sha256);
  try {
    const stamp = JSON.parse(Buffer.from(await bytesOf(name)).toString()) as Stamp;
    return stamp.format === TREE_FORMAT ? new PushedTree(name, stamp, bytesOf) : undefined;
  } catch (error) {
    if (error instanceof StoreAway) throw error;
    return undefined;
  }
}

async function hereOrThere(dist: string, store: Store, sha256: string): Promise<Uint8Array> {
  try {
    return readPacked(dist, sha256);
  } catch {
    return readNamed(store, sha256);
  }
}

/** Returns the names of the shards in `list` that are not in `others`. */
export const shardsBut = (list: readonly Shard[], others: ReadonlySet<string>): string[] =>
  list.map(([, sha256]) => sha256).filter((sha256) => !others.has(sha256));

/**
 * Lists in order the entries that `own` has and `base` lacks. Reads only the shards that differ between the trees. The
 * key of an entry decides whether a shard ends there, so equal entries are mostly in equal shards.
 */
export async function* listedAnew(own: PushedTree, base: PushedTree | undefined): AsyncGenerator<Listed> {
  const shardsOf = (tree: PushedTree | undefined) => new Set(tree ? shardsBut(tree.stamp.list, new Set()) : []);
  const olds = base?.listed(shardsOf(own));
  let old = await olds?.next();
  for await (const listed of own.listed(shardsOf(base))) {
    while (old && !old.done && compareBytewise(old.value.key, listed.key) < 0) old = await olds!.next();
    const isThere = old && !old.done && old.value.key === listed.key && old.value.sha256 === listed.sha256;
    if (!isThere) yield listed;
  }
}
