// Serves a shard of hashes. If later packs hold changes of the shard, the changes are merged into it first.
import { type Awaitable, andThen } from '../../../src/basics/awaitable.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { mergeShard, shardChanges } from '../../../src/tree/hash-shards.ts';
import { hashShardPath } from '../../../src/tree/static-tree.ts';
import { type PackedFile, textOf } from './packed-file.ts';

/** The functions of a tree that this file uses. */
interface PackedShards {
  listed(key: string): Awaitable<unknown>;
  /** Returns the file at a path in a pack. */
  packed(path: string): Awaitable<PackedFile | undefined>;
}

/** Returns the shard with these three digits; undefined if it has no rows. */
export function hashShardFile(shard: string, { listed, packed }: PackedShards): Awaitable<PackedFile | undefined> {
  const text = (path: string) => andThen(packed(path), (file) => file && textOf(file));
  const path = hashShardPath(shard);
  return andThen(shardChanges(shard, { listed, text }), (changes) =>
    changes.length === 0 ? packed(path) : andThen(text(path), (old) => madeOf(mergeShard(old, changes))),
  );
}

function madeOf(text: string | undefined): PackedFile | undefined {
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  const tag = sha256Hex(bytes).slice(0, 32);
  return { tag, size: bytes.length, body: () => bytes, twin: () => undefined, weight: bytes.length + 500 };
}
