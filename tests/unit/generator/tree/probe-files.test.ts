// Tests that a build lists the smallest files of each source for probes, and updates the list for a new day.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { PROBE_FILES, type ProbeFiles } from '../../../../src/catalog/source-holdings.ts';
import { buildFrom, importRows } from '../../../fixtures/hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';

const root = folderOfFile();
const places = { data: join(root, 'data'), dist: join(root, 'dist') };

const row = (id: string, sizes: number[], sources: object[], edition = 1): FixtureRow => ({
  ...{ id, revision: String(edition).repeat(40), sources },
  files: sizes.map((size, at) => ({
    ...{ path: `f${at}`, size, sha256: `${String(edition)}${at}`.padEnd(64, 'a') },
  })),
});
const both = [{ source: 'srca' }, { source: 'srcb', id: 'Other/name', revision: 'v2' }];

async function built(day: string, rows: FixtureRow[]): Promise<ProbeFiles> {
  await buildFrom(places, await importRows(places.data, day, rows));
  const tree = openTree(places.dist);
  return JSON.parse((await tree.text(PROBE_FILES))!) as ProbeFiles;
}

test('the smallest file of a source up to one megabyte comes first, and an empty file is left out', async () => {
  const first = await built('2026-01-01', [
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
  const second = await built('2026-01-02', [
    row('a/one', [0, 50, 2_000_000], both, 2),
    row('c/large', [1_000_001], both),
  ]);
  expect(second.srcb!.files[0]).toMatchObject({ model: 'a/one', size: 50, sha256: '21'.padEnd(64, 'a') });
});
