// Tests that a tree that is updated day by day is the tree that a build from nothing makes.
// @module-tag all
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../../generator/packs/dist-store.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { randomNumbers } from '../../../bench/search-rows.ts';
import { buildFrom, importRows } from '../../../fixtures/hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';
import { tornFiles } from '../../../fixtures/torn-files.ts';
import { currentList, treeContents } from '../../../fixtures/tree-contents.ts';

const folder = folderOfFile();

const MODELS = 400;
const DAYS = 10;
const random = randomNumbers(5);
const data = join(folder, 'data');
const dist = join(folder, 'dist');

/** Makes the row of one edition of a model. Its `likes` change every day. */
const row = (at: number, edition: number, likes: number): FixtureRow => ({
  id: `owner-${at % 7}/model-${at}`,
  revision: sha256Of(`${at} ${edition}`).slice(0, 40),
  likes,
  tags: edition > 0 ? [`edition:${edition}`] : ['first'],
  files: Array.from({ length: 8 }, (_, file) => ({
    path: `file-${file}.bin`,
    size: file,
    // A new edition changes one file in four.
    sha256: sha256Of(`${at} ${file} ${file % 4 === 0 ? edition : ''}`),
  })),
});

const isFolded = (at: string) => ![...currentList(at).all()].some(({ key }) => key.startsWith('hash-changes/'));

test('a tree that is updated for many days equals a new tree', async () => {
  let editions = new Map(Array.from({ length: MODELS }, (_, at) => [at, 0]));
  const folded: boolean[] = [];
  let catalog: Address | undefined;
  for (let day = 0; day < DAYS; day++) {
    const rows = [...editions].sort(([left], [right]) => left - right);
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    const made = rows.map(([at, edition]) => row(at, edition, Math.floor(random() * 100)));
    catalog = await importRows(data, date, made);
    await buildFrom({ data, dist }, catalog);
    folded.push(isFolded(dist));
    // At most one model in a hundred changes each day. On every other day, one model leaves. On the days between, one
    // model is new, returns or changes.
    const picks = new Set(Array.from({ length: MODELS / 100 }, () => Math.floor(random() * MODELS)));
    editions = new Map([...editions].map(([at, edition]) => [at, picks.has(at) ? day + 1 : edition]));
    if (day % 2 === 0) editions.delete(Math.floor(random() * MODELS));
    else editions.set(Math.floor(random() * (MODELS + 20)), day);
  }
  expect(folded).toContain(false);
  expect(await tornFiles(dist)).toEqual([]);
  const fresh = join(folder, 'fresh');
  await buildFrom({ data, dist: fresh }, catalog!);
  expect(treeContents(dist)).toEqual(treeContents(fresh));
  expect(isFolded(fresh)).toBe(true);
}, 240_000);
