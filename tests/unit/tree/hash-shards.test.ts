// Tests that a hash shard with the changes of one day or many equals, byte for byte, a new shard of the same rows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeShard, netChanges, shardChanges } from '../../../src/tree/hash-shards.ts';
import { hashChangesKey, hashChangesPath } from '../../../src/tree/static-tree.ts';

/** Makes rows of one shard. The hashes are few, and each has several rows. */
const row = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('a/b', 'a/ö', 'c/d'), fc.constantFrom('x', 'y/z', '"'))
  .map(([hash, id, path]) => JSON.stringify([hash.toString(16).padStart(64, '0'), id, '0'.repeat(40), path]));
const shardOf = (list: string[]) =>
  mergeShard(
    undefined,
    list.map((line) => `+${line}`),
  );

test('if a row occurs twice, only the given number of them is removed', () => {
  const line = '["00","a/b","1","x"]';
  expect(mergeShard(shardOf([line, line]), [`-${line}`])).toBe(shardOf([line]));
  expect(mergeShard(shardOf([line]), [`-${line}`, `-${line}`])).toBeUndefined();
});

/** Makes rows of three shards in two packs. */
const placed = fc
  .tuple(fc.constantFrom('abc', 'abd', 'ac0'), row)
  .map(([shard, line]) => line.replace('"000', `"${shard}`));

test('any rows are added and removed on any number of days', async () => {
  const day = fc.tuple(fc.array(placed, { maxLength: 20 }), fc.infiniteStream(fc.boolean()));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(placed, { maxLength: 60 }), fc.array(day, { maxLength: 8 }), async (base, days) => {
      let rows = new Set(base);
      const texts = new Map<string, string>();
      for (const [number, [come, picks]] of days.entries()) {
        const gone = [...rows].filter(() => picks.next().value);
        const left = [...rows].filter((line) => !gone.includes(line));
        const lines = netChanges([
          ...gone.map((line) => `-${line}`),
          ...come
            .filter((line) => !left.includes(line))
            .filter((line, at, all) => all.indexOf(line) === at)
            .map((line) => `+${line}`),
        ]);
        rows = new Set([...left, ...come]);
        for (const bucket of ['ab', 'ac']) {
          const own = lines.filter((line) => line.startsWith(bucket, 3));
          if (own.length > 0) texts.set(hashChangesPath(number, bucket), `${own.join('\n')}\n`);
        }
      }
      const keys = new Set(days.map((_, number) => hashChangesKey(number)));
      const tree = {
        listed: async (key: string) => (keys.has(key) ? key : undefined),
        text: (path: string) => texts.get(path),
      };
      const of = (all: Iterable<string>, shard: string) =>
        shardOf([...all].filter((line) => line.startsWith(shard, 2)));
      for (const shard of ['abc', 'abd', 'ac0', 'ab1', 'ff0'])
        expect(mergeShard(of(base, shard), await shardChanges(shard, tree))).toBe(of(rows, shard));
    }),
  );
});
