// Exports the hash shards, which list files by the first digits of their SHA-256. Makes only missing or changed shards.
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { changesIn, mergeShard, NO_ROWS, shardChanges } from '../../src/tree/hash-shards.ts';
import { hashShardPath } from '../../src/tree/static-tree.ts';
import { keyOf } from '../keys/code-key.ts';
import type { ListReader } from '../packs/list-reader.ts';
import { bucketKey, buckets, shardTree } from '../tree/hash-shards.ts';
import type { MadeFile } from './export-pages.ts';

const DIGITS = [...'0123456789abcdef'];

/** Lists every hash shard of the tree that has the list `list`, even the shards without rows. */
export function* hashFiles(list: ListReader): Generator<MadeFile> {
  const tree = shardTree(list);
  for (const bucket of buckets) {
    const net = shardChanges(bucket, tree) as string[];
    const packed = list.find(bucketKey(bucket))?.sha256 ?? '';
    for (const shard of DIGITS.map((digit) => bucket + digit)) {
      const lines = changesIn(shard, net);
      yield {
        path: fileOf(routes.hashes, { shard }),
        of: keyOf(packed, ...lines),
        make: () => Buffer.from(mergeShard(tree.text(hashShardPath(shard)), lines) ?? NO_ROWS),
      };
    }
  }
}
