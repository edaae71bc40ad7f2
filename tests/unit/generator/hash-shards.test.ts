// A shard after changes is, to the byte, the shard made from what is left.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeShard } from '../../../generator/build/hash-shards.ts';

/** Rows as they lie in one shard: few hashes, so that many rows share one. */
const row = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('a/b', 'a/ö', 'c/d'), fc.constantFrom('x', 'y/z', '"'))
  .map(([hash, id, path]) => JSON.stringify([hash.toString(16).padStart(64, '0'), id, '0'.repeat(40), path]));
const rows = fc.uniqueArray(row, { maxLength: 60 });
const shardOf = (list: string[]) =>
  mergeShard(
    undefined,
    list.map((line) => `+${line}`),
  );

test('rows come and go, in any order', () => {
  fc.assert(
    fc.property(rows, rows, fc.infiniteStream(fc.boolean()), (before, others, picks) => {
      const gone = before.filter(() => picks.next().value);
      const added = others.filter((line) => !before.includes(line) || gone.includes(line));
      const lines = [...added.map((line) => `+${line}`), ...gone.map((line) => `-${line}`)];
      const left = [...before.filter((line) => !gone.includes(line)), ...added];
      const shard = mergeShard(shardOf(before), lines);
      expect(shard).toBe(shardOf(left));
      expect(shard === undefined ? [] : JSON.parse(shard)).toEqual([...left].sort().map((line) => JSON.parse(line)));
    }),
  );
});

test('a row that stands twice is taken back as often as is told', () => {
  const line = '["00","a/b","1","x"]';
  expect(mergeShard(shardOf([line, line]), [`-${line}`])).toBe(shardOf([line]));
  expect(mergeShard(shardOf([line]), [`-${line}`, `-${line}`])).toBeUndefined();
});
