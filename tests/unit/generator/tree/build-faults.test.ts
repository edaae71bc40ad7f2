// Tests builds with damaged objects and damaged trees: the build names the damage and stops, and the existing tree
// is still served.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createMemoryHub } from '../../../../functions/hosts/memory/memory.ts';
import { folderPlace, openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { TreeFollower } from '../../../../functions/stores/tree/tree-follower.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { currentName, currentStamp } from '../../../../generator/packs/tree-layout.ts';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import { importRows, origin, service, treeText } from '../../../fixtures/hub.ts';
import { needs, posixMissing } from '../../../fixtures/needs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { days, type FixtureRow } from '../../../fixtures/rows.ts';
import { tornFiles } from '../../../fixtures/torn-files.ts';
import { currentList, packFile, treeContents } from '../../../fixtures/tree-contents.ts';
import { writeCatalog } from '../write-catalog.ts';

const BASE = 'http://127.0.0.1:4321';
const facts = { sourceOrder: ['srca', 'srcb', 'ipfs'], origin: 'https://origin.example', baseUrl: BASE, threads: 1 };
let folder: string;
let dist: string;
let store: string;

const build = (catalog: Address, more: Partial<Parameters<typeof buildTree>[0]> = {}) =>
  buildTree({ dist, stores: [store], catalog, ...facts, ...more });

/** Expects that the tree is whole, and that a build from nothing makes the same. */
async function expectAsNew(catalog: Address): Promise<void> {
  expect(await tornFiles(dist)).toEqual([]);
  const fresh = join(folder, 'fresh');
  await build(catalog, { dist: fresh });
  expect(treeContents(dist)).toEqual(treeContents(fresh));
}

beforeEach(() => {
  folder = folderOfTest();
  dist = join(folder, 'dist');
  store = join(folder, 'objects');
});

test('a damaged model object stops the build, the error names it, and the tree before stays current', async () => {
  const first = await writeCatalog(store, ['a/one', 'a/two'], '1');
  await build(first.catalog);
  const before = currentStamp(dist)!.stamp.id;
  const second = await writeCatalog(store, ['a/one', 'a/two'], '2');
  const damaged = second.models[1]!;
  const path = openObjectStore(store).pathOf(damaged);
  writeFileSync(path, readFileSync(path, 'utf8').replace('config.json', 'confag.json'));
  await expect(build(second.catalog)).rejects.toThrow(damaged);
  expect(currentStamp(dist)?.stamp.id).toBe(before);
  expect(await tornFiles(dist)).toEqual([]);
});

test('an id that is no longer allowed stops the build, and the error says how to remove the model', async () => {
  const { catalog } = await writeCatalog(store, ['-flag/one', 'a/two'], '1');
  await expect(build(catalog)).rejects.toThrow(
    '"-flag/one", which is no id of a model: import again with "--drop=-flag/one"',
  );
});

test('a damaged catalog stops the build, and the error names it', async () => {
  const { catalog } = await writeCatalog(store, ['a/one'], '1');
  const path = openObjectStore(store).pathOf(catalog);
  writeFileSync(path, readFileSync(path, 'utf8').replace('a/one', 'a/own'));
  await expect(build(catalog)).rejects.toThrow(catalog);
  expect(currentStamp(dist)).toBeUndefined();
});

test(
  'after "current" is removed, a build makes damaged files again, in place of a FIFO too',
  needs(posixMissing),
  async () => {
    const { catalog, models } = await writeCatalog(store, ['a/one', 'b/two'], '1');
    await build(catalog);
    const whole = treeContents(dist);
    unlinkSync(packFile(dist, 'models/a/one'));
    execFileSync('mkfifo', [packFile(dist, 'models/a/one')]);
    writeFileSync(packFile(dist, 'models/b/two'), '{}');
    const object = join(dist, objectPath('model', models[0]!));
    writeFileSync(object, `${readFileSync(object, 'utf8')} `);
    expect((await tornFiles(dist)).length).toBe(3);
    rmSync(join(dist, 'current'));
    await build(catalog);
    expect(await tornFiles(dist)).toEqual([]);
    expect(treeContents(dist)).toEqual(whole);
  },
);

test('a tree without its stamp is not opened, and the tree before is still served', async () => {
  const { catalog } = await writeCatalog(store, ['a/one'], '1');
  await build(catalog);
  const told: string[] = [];
  const current = await new TreeFollower(folderPlace(dist, 20), (sentence) => told.push(sentence)).start(false);
  expect(current.current()?.models).toBe(1);
  const torn = '0'.repeat(64);
  writeFileSync(join(dist, 'current'), `tree ${torn}\n`);
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toContain(torn);
  expect(current.current()?.models).toBe(1);
  current.stop();
  expect(() => openTree(dist)).toThrow();
});

test('building the same again writes nothing, and another public address keeps the pack of every model', async () => {
  const { catalog } = await writeCatalog(store, ['a/one', 'b/two'], '1');
  expect(await build(catalog)).toMatchObject({ changed: true, models: 2 });
  expect(await build(catalog)).toMatchObject({ changed: false, files: 0 });
  const moved = await build(catalog, { baseUrl: 'https://hub.example' });
  expect(moved).toMatchObject({ changed: true, models: 0 });
  expect([...currentList(dist).all()].map(({ key }) => key)).toEqual(
    expect.arrayContaining(['models/a/one', 'models/b/two']),
  );
});

test('if only facts in lists change, other answers are kept, and the tree equals a new one', async () => {
  const first = await writeCatalog(store, ['a/one', 'b/two'], '1');
  await build(first.catalog);
  const second = await writeCatalog(store, ['a/one', 'b/two'], '1', { pipeline_tag: 'fill-mask' });
  expect(await build(second.catalog)).toMatchObject({ models: 2 });
  expect(JSON.parse(treeText(dist, 'models/a/one/api/models/a/one/index.json')).pipeline_tag).toBe('fill-mask');
  await expectAsNew(second.catalog);
});

test('if only figures change, no model is written, and the hub answers with the new figures', async () => {
  const ids = ['a/one', 'b/two'];
  const told = async () => {
    const tree = openTree(dist);
    const hub = createMemoryHub(tree, { sources: service.sources, origin, baseUrl: BASE });
    const ask = { header: () => undefined, authorization: () => undefined, body: async () => new Uint8Array() };
    const { body } = await hub({ ...ask, method: 'GET', target: '/api/models/a/one' });
    const { downloads, likes } = JSON.parse(Buffer.from(body as Uint8Array).toString());
    return { downloads, likes };
  };
  await build((await writeCatalog(store, ids, '1', { downloads: 7 })).catalog);
  expect(await told()).toEqual({ downloads: 7 });
  const before = packFile(dist, 'models/a/one');
  const moved = await writeCatalog(store, ids, '1', { downloads: 8, likes: 2, trendingScore: 1 });
  expect(await build(moved.catalog)).toMatchObject({ changed: true, models: 0 });
  expect(packFile(dist, 'models/a/one')).toBe(before);
  expect(await told()).toEqual({ downloads: 8, likes: 2 });
  await expectAsNew(moved.catalog);
});

test('a model that returns to an earlier state uses its earlier pack again', async () => {
  const first = await writeCatalog(store, ['a/one', 'b/two'], '1');
  const second = await writeCatalog(store, ['a/one', 'b/two'], '1', { library: 'transformers' });
  await build(first.catalog);
  const name = currentName(dist);
  await build(second.catalog);
  expect(await build(first.catalog)).toMatchObject({ changed: true, files: 0 });
  expect(currentName(dist)).toBe(name);
  expect(await tornFiles(dist)).toEqual([]);
  await build(second.catalog);
  expect(await tornFiles(dist)).toEqual([]);
});

test('requests for a gated model are refused, and no files are written for it', async () => {
  const root = join(folder, 'gated');
  const gated = [
    { id: 'g/closed', gated: true },
    { id: 'h/closed', gated: true },
  ];
  const catalog = await importRows(root, '2026-01-01', [...days[0]!.rows.slice(0, 3), ...gated] as FixtureRow[]);
  const stores: [string] = [join(root, 'objects')];
  const report = await build(catalog, { stores });
  expect([report.models, report.stamp.counts.models]).toEqual([3, 3]);
  expect(report.stamp.gated).toHaveLength(2);
  // On the next day, one more model is gated and one is gone, and the build writes nothing for them either.
  const later = await importRows(root, '2026-01-02', [
    ...days[0]!.rows.slice(0, 1),
    ...gated,
    { id: days[0]!.rows[1]!.id, gated: true },
  ] as FixtureRow[]);
  const next = await build(later, { stores });
  expect([next.models, next.stamp.counts.models]).toEqual([1, 2]);
});
