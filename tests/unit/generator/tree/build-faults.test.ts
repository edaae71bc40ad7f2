// Tests builds with damaged objects and damaged trees: the build names the damage and stops, and the existing tree
// is still served.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderPlace, openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { TreeFollower } from '../../../../functions/stores/tree/tree-follower.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { currentStamp } from '../../../../generator/packs/tree-layout.ts';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import { needs, posixMissing } from '../../../fixtures/needs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { tornFiles } from '../../../fixtures/torn-files.ts';
import { packFile, treeContents } from '../../../fixtures/tree-contents.ts';
import { writeCatalog } from '../write-catalog.ts';

const BASE = 'http://127.0.0.1:4321';
const facts = { sourceOrder: ['srca', 'srcb', 'ipfs'], origin: 'https://origin.example', baseUrl: BASE, threads: 1 };
let folder: string;
let dist: string;
let store: string;

const build = (catalog: Address, more: Partial<Parameters<typeof buildTree>[0]> = {}) =>
  buildTree({ dist, stores: [store], catalog, ...facts, ...more });

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
