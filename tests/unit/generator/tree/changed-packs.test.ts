// Tests a day that changes one model of a hundred: the build writes no other model's pack, and at most three parts of
// the list.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currentStamp } from '../../../../generator/packs/tree-layout.ts';
import { buildFrom, importRows } from '../../../fixtures/hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';
import { currentList } from '../../../fixtures/tree-contents.ts';

const folder = folderOfFile();

const row = (at: number, edition: number, downloads: number): FixtureRow => ({
  id: `owner-${at % 7}/model-${at}`,
  revision: String(edition).repeat(40),
  downloads,
  files: [{ path: 'config.json', size: 7, sha256: String(edition).repeat(64) }],
});
const packs = (dist: string) =>
  [...currentList(dist).all()]
    .filter(({ key }) => key.startsWith('models/'))
    .map(({ key, sha256 }) => `${key} ${sha256}`);

test('one changed model of a hundred writes one pack, though all have new figures', async () => {
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  const rows = (edition: number) => Array.from({ length: 100 }, (_, at) => row(at, at === 42 ? edition : 1, edition));
  await buildFrom(places, await importRows(places.data, '2026-01-01', rows(1)));
  const before = new Set(packs(places.dist));
  const shards = new Set(currentStamp(places.dist)!.stamp.list.map(([, name]) => name));
  const report = await buildFrom(places, await importRows(places.data, '2026-01-02', rows(2)));
  expect(report).toMatchObject({ changed: true, models: 1 });
  const fresh = packs(places.dist).filter((pack) => !before.has(pack));
  expect(before.size).toBe(100);
  expect(fresh).toEqual([expect.stringMatching(/^models\/owner-0\/model-42 /)]);
  // Besides the part of the list that has the model, the first and the last part may change, because they list
  // documents and hash shards.
  const freshShards = currentStamp(places.dist)!.stamp.list.filter(([, name]) => !shards.has(name));
  expect(freshShards.length).toBeLessThanOrEqual(3);
}, 60_000);
