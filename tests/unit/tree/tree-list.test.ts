// Tests the list of a tree: every key is in the only part that can have it, and a change of one part leaves all other
// parts the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { findListed, type Listed, shardCutter, shardFor, shardLines } from '../../../src/tree/tree-list.ts';

const listed = (key: string): Listed => ({ key, sha256: sha256Hex(key), size: key.length });

const cut = (keys: string[]) => cutAll(keys.map(listed));

function cutAll(entries: Parameters<ReturnType<typeof shardCutter>['add']>[0][]) {
  const stored = new Map<string, Uint8Array>();
  const cutter = shardCutter((bytes) => {
    const name = sha256Hex(bytes);
    stored.set(name, bytes);
    return name;
  });
  for (const entry of entries) cutter.add(entry);
  return { shards: cutter.finish(), stored };
}

const many = Array.from({ length: 6000 }, (_, at) => `models/owner-${String(at % 97).padStart(2, '0')}/model-${at}`);
const sorted = many.toSorted((a, b) => (a < b ? -1 : 1));

test('every key is found, whatever keys there are, and no other key is', () => {
  const key = fc.string({ unit: fc.constantFrom(...'aZ09._-/'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 60 }), key, (given, other) => {
      const keys = given.toSorted((a, b) => (a < b ? -1 : 1));
      const { shards, stored } = cut(keys);
      const find = (one: string) => {
        const shard = shardFor(shards, one);
        return shard && findListed(stored.get(shard[1])!, one);
      };
      for (const one of keys) expect(find(one)).toEqual(listed(one));
      if (!keys.includes(other)) expect(find(other)).toBeUndefined();
    }),
  );
});

test('adding or removing a key changes its part of the list, and at most one more if the key was the last of a part', () => {
  const names = (keys: string[]) => new Set(cut(keys).shards.map(([, name]) => name));
  const before = names(sorted);
  for (const at of [0, 1, 2500, 2501, 5999]) {
    const fresh = [...names(sorted.toSpliced(at, 1))].filter((name) => !before.has(name));
    expect(fresh.length).toBeLessThanOrEqual(1);
    const more = [...names(sorted.toSpliced(at, 0, `${sorted[at]!.slice(0, -1)}!`))].filter(
      (name) => !before.has(name),
    );
    expect(more.length).toBeLessThanOrEqual(2);
  }
});

test('lines of an older list, with some removed and others added, are cut into the same parts as new lines', () => {
  const { shards, stored } = cut(sorted);
  const kept = shards.flatMap(([, name]) => [...shardLines(stored.get(name)!)]);
  const last = kept.findIndex(({ isLast }) => isLast);
  const lines = kept.toSpliced(last, 1).filter((_, at) => at % 11 > 0);
  const entries = lines.flatMap((line, at) => (at % 13 > 0 ? [line] : [line, listed(`${line.key}+`)]));
  expect(cutAll(entries).shards).toEqual(cut(entries.map(({ key }) => key)).shards);
});
