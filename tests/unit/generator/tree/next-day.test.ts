import { expect, test } from 'vitest';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { currentStamp } from '../../../../generator/packs/tree-layout.ts';
import { PROBE_FILES, type ProbeFiles } from '../../../../src/catalog/source-holdings.ts';
import { placesIn } from '../../../buckets/made-days.ts';
import { buildFrom, importRows, type Places } from '../../../fixtures/hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';
import { currentList } from '../../../fixtures/tree-contents.ts';

const numbered = (at: number, edition: number, downloads: number): FixtureRow => ({
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
  const places = placesIn(folderOfTest());
  const rows = (edition: number) =>
    Array.from({ length: 100 }, (_, at) => numbered(at, at === 42 ? edition : 1, edition));
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

const row = (id: string, sizes: number[], sources: object[], edition = 1): FixtureRow => ({
  id,
  revision: String(edition).repeat(40),
  sources,
  files: sizes.map((size, at) => ({
    path: `f${at}`,
    size,
    sha256: `${String(edition)}${at}`.padEnd(64, 'a'),
  })),
});
const both = [{ source: 'srca' }, { source: 'srcb', id: 'Other/name', revision: 'v2' }];

async function built(places: Places, day: string, rows: FixtureRow[]): Promise<ProbeFiles> {
  await buildFrom(places, await importRows(places.data, day, rows));
  const tree = openTree(places.dist);
  return JSON.parse((await tree.text(PROBE_FILES))!) as ProbeFiles;
}

test('the smallest file of a source up to one megabyte comes first, and an empty file is left out', async () => {
  const places = placesIn(folderOfTest());
  const first = await built(places, '2026-01-01', [
    row('a/one', [0, 300, 2_000_000], both),
    row('b/two', [200, 100], [{ source: 'srca' }, { source: 'srcb', files: ['f0'] }]),
    row('c/large', [1_000_001], both),
  ]);
  const told = ({ srca, srcb }: ProbeFiles) =>
    [srca, srcb].map((source) => source?.files.map(({ model, path, size }) => [model, path, size]));
  expect(told(first)).toEqual([
    [
      ['b/two', 'f1', 100],
      ['a/one', 'f1', 300],
    ],
    [
      ['b/two', 'f0', 200],
      ['a/one', 'f1', 300],
    ],
  ]);
  expect(first.srcb!.files[1]!.place).toEqual({ id: 'Other/name', revision: 'v2' });
  // On the next day one model is gone and one has changed.
  const second = await built(places, '2026-01-02', [
    row('a/one', [0, 50, 2_000_000], both, 2),
    row('c/large', [1_000_001], both),
  ]);
  expect(second.srcb!.files[0]).toMatchObject({ model: 'a/one', size: 50, sha256: '21'.padEnd(64, 'a') });
});
