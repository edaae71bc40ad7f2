// Tests a tree that is updated day by day: it answers as a new tree does, and each build writes only a small part of
// it.
// @module-tag all
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
  ...{ id: `owner-${at % 7}/model-${at}`, revision: sha256Of(`${at} ${edition}`).slice(0, 40), likes },
  tags: edition > 0 ? [`edition:${edition}`] : ['first'],
  files: Array.from({ length: 8 }, (_, file) => ({
    ...{ path: `file-${file}.bin`, size: file },
    // A new edition changes one file in four.
    sha256: sha256Of(`${at} ${file} ${file % 4 === 0 ? edition : ''}`),
  })),
});

const ofShards = /^(hashes|hash-changes)\//;
const sizes = (kind: RegExp) =>
  new Map([...currentList(dist).all()].filter(({ key }) => kind.test(key)).map(({ sha256, size }) => [sha256, size]));
const sum = (all: Iterable<number>) => [...all].reduce((total, one) => total + one, 0);

test('a tree that is updated for many days equals a new tree, and each build writes little', async () => {
  let editions = new Map(Array.from({ length: MODELS }, (_, at) => [at, 0]));
  const shares: { share: number; isFolded: boolean }[] = [];
  let catalog: Address | undefined;
  for (let day = 0; day < DAYS; day++) {
    const before = day === 0 ? new Map<string, number>() : sizes(ofShards);
    const changes = sum([...currentKeys()].map((key) => Number(key.startsWith('hash-changes/'))));
    const rows = [...editions].sort(([left], [right]) => left - right);
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    catalog = await importRows(
      data,
      date,
      rows.map(([at, edition]) => row(at, edition, Math.floor(random() * 100))),
    );
    await buildFrom({ data, dist }, catalog);
    const after = sizes(ofShards);
    const written = sum([...after].map(([name, size]) => (before.has(name) ? 0 : size)));
    const now = sum([...currentKeys()].map((key) => Number(key.startsWith('hash-changes/'))));
    shares.push({ share: written / sum(after.values()), isFolded: now <= changes });
    // At most one model in a hundred changes each day. On every other day, one model leaves. On the days between, one
    // model is new, returns or changes.
    const picks = new Set(Array.from({ length: MODELS / 100 }, () => Math.floor(random() * MODELS)));
    editions = new Map([...editions].map(([at, edition]) => [at, picks.has(at) ? day + 1 : edition]));
    if (day % 2 === 0) editions.delete(Math.floor(random() * MODELS));
    else editions.set(Math.floor(random() * (MODELS + 20)), day);
  }
  const usual = shares.slice(1).filter(({ isFolded }) => !isFolded);
  expect(usual.length).toBeGreaterThanOrEqual(DAYS - 4);
  // A day changes the rows of few of the 400 models, and adds at most one model.
  for (const { share } of usual) expect(share).toBeLessThanOrEqual(0.03);
  expect(await tornFiles(dist)).toEqual([]);
  await buildFrom({ data, dist: join(folder, 'fresh') }, catalog!);
  expect(treeContents(dist)).toEqual(treeContents(join(folder, 'fresh')));
  expect([...currentKeys(join(folder, 'fresh'))].filter((key) => key.startsWith('hash-changes'))).toEqual([]);
}, 240_000);

function currentKeys(of = dist): Set<string> {
  try {
    return new Set([...currentList(of).all()].map(({ key }) => key));
  } catch {
    // Without a tree there are no keys.
    return new Set();
  }
}
