// Tests the numbers of models at each source, which a build writes into the tree every day.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heldNow } from '../../../../functions/sources/hub-health.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { buildFrom, importRows } from '../../../fixtures/hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';

const root = folderOfFile();
const places = { data: join(root, 'data'), dist: join(root, 'dist') };

const files = ['a', 'b', 'c'].map((path, at) => ({ path, size: 1, sha256: String(at).repeat(64) }));
const row = (id: string, ...more: object[]): FixtureRow => ({
  ...{ id, revision: '1'.repeat(40), files },
  sources: [{ source: 'srca' }, ...more],
});
const other = (path: string) => ({ path, sha256: 'f'.repeat(64), seen: '2026-01-01' });
const whole = { source: 'srcb' };
const some = { source: 'srcb', files: ['a'] };
const differing = { source: 'srcb', files: ['a'], differs: [other('b'), other('c')] };

async function counted(day: string, rows: FixtureRow[]) {
  await buildFrom(places, await importRows(places.data, day, rows));
  const sources = [{ token: 'srcb', host: 'b.example', display: 'B', base: '', template: '' }];
  return heldNow({ sources }, openTree(places.dist));
}

test('models count at the sources that have all their files, and models with other bytes are named', async () => {
  expect(
    await counted('2026-01-01', [row('a/one'), row('a/two', whole), row('a/some', some), row('a/x', differing)]),
  ).toEqual({
    by_sources: { '1': 3, '2': 1 },
    differing: 1,
    first: [{ id: 'a/x', source: 'b.example', files: 2 }],
  });
  // The build of the next day reads this tree. On that day a/one gets further sources. Source srcb no longer has other
  // bytes for a/x, but has other bytes for a/some.
  const peers = [whole, { source: 'p2p' }];
  const next = [row('a/one', ...peers), row('a/two', whole), row('a/some', differing), row('a/x', some)];
  expect(await counted('2026-01-02', next)).toEqual({
    by_sources: { '1': 2, '2': 1, '3': 1 },
    differing: 1,
    first: [{ id: 'a/some', source: 'b.example', files: 2 }],
  });
});

test('without a tree there are no numbers', async () => {
  expect(await heldNow({ sources: [] }, undefined)).toBeUndefined();
});
