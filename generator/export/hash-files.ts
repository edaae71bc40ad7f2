// Exports the hash shards, which list files by the first digits of their SHA-256. Reads them bucket by bucket, and
// makes only missing or changed shards.

import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { changesIn, mergeShard, NO_ROWS, shardChanges } from '../../src/tree/hash-shards.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { hashShardPath, listKeyOf } from '../../src/tree/static-tree.ts';
import { unpackers } from '../files/compress.ts';
import { keyOf } from '../keys/code-key.ts';
import { packAt } from '../packs/dist-store.ts';
import { type ListReader, listedEntries } from '../packs/list-reader.ts';
import { buckets, standingShards } from '../tree/hash-shards.ts';
import type { MadeFile } from './export-pages.ts';

const DIGITS = [...'0123456789abcdef'];

/** Lists every hash shard of the tree in `dist` that has the list `list`, even the shards without rows. */
export function* hashFiles(dist: string, list: ListReader): Generator<MadeFile> {
  const { base, changes } = standingShards(list);
  const listed = new Map([...base, ...changes].map((one) => [one.key, one]));
  const packs = new Map<string, ReturnType<typeof entriesIn>>();
  const text = (path: string) => {
    const key = listKeyOf(path)!;
    const one = listed.get(key);
    if (!one) return undefined;
    const entries = packs.get(key) ?? entriesIn(packAt(dist, one));
    packs.set(key, entries);
    return entries(path.slice(key.length + 1));
  };
  const tree = { listed: (key: string) => listed.get(key), text };
  for (const bucket of buckets) {
    const net = shardChanges(bucket, tree) as string[];
    const key = listKeyOf(hashShardPath(`${bucket}0`))!;
    const packed = listed.get(key)?.sha256 ?? '';
    for (const shard of DIGITS.map((digit) => bucket + digit)) {
      const lines = changesIn(shard, net);
      yield {
        path: fileOf(routes.hashes, { shard }),
        of: keyOf(packed, ...lines),
        make: () => Buffer.from(mergeShard(text(hashShardPath(shard)), lines) ?? NO_ROWS),
      };
    }
    packs.delete(key);
  }
}

/** Reads all entries of a pack at once, and gives a function from a name to its text. */
function entriesIn(pack: Pack): (name: string) => string | undefined {
  const entries = new Map(listedEntries(pack));
  return (name) => {
    const packed = entries.get(`${name}.gz`);
    return (packed ? unpackers.gz(packed) : entries.get(name))?.toString();
  };
}
