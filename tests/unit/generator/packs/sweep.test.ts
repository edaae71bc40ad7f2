// Tests earlier trees: they stay for a while; then the files that only they name are removed. A file behind a link
// is never removed.
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { namesIn, removeIn } from '../../../../generator/files/own-folder.ts';
import { removeLeft } from '../../../../generator/packs/sweep.ts';
import { currentName } from '../../../../generator/packs/tree-layout.ts';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import { storedName } from '../../../../src/tree/tree-list.ts';
import { atOnce } from '../../../fixtures/at-once.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { tornFiles } from '../../../fixtures/torn-files.ts';
import { packsOnDisk } from '../../../fixtures/tree-contents.ts';
import { writeCatalog } from '../write-catalog.ts';

const facts = { sourceOrder: ['srca'], origin: 'https://origin.example' };
let folder: string;
let dist: string;
beforeEach(() => {
  folder = folderOfTest();
  dist = join(folder, 'dist');
});

async function build(ids: string[], seed: string, stay?: number): Promise<string> {
  const { catalog } = await writeCatalog(join(folder, 'store'), ids, seed);
  const stores: [string] = [join(folder, 'store')];
  await buildTree({
    dist,
    stores,
    catalog,
    baseUrl: 'http://h',
    threads: 1,
    ...facts,
    ...(stay === undefined ? {} : { stay }),
  });
  return currentName(dist)!;
}

const namesOnDisk = () => [...packsOnDisk(dist).keys()].sort();

test('a tree stays whole after the next one, until its time is over', async () => {
  const first = await build(['a/one', 'b/two'], '1');
  await build(['a/one', 'b/two'], '2');
  const old = openTree(dist, first);
  for (const name of ['api/models/b/two/index.json', '_/directions.txt'])
    expect(atOnce(old.text(`models/b/two/${name}`))).toBeDefined();
  const third = await build(['a/one', 'b/two'], '3', 0);
  expect(currentName(dist)).toBe(third);
  expect(namesIn(dist, 'left')).toEqual([]);
  const alone = namesOnDisk();
  rmSync(dist, { recursive: true });
  await build(['a/one', 'b/two'], '3');
  expect(alone).toEqual(namesOnDisk());
});

test('a tree that becomes current again is not removed', async () => {
  const first = await build(['a/one'], '1');
  await build(['a/one'], '2');
  expect(await build(['a/one'], '1', 0)).toBe(first);
  expect(await tornFiles(dist)).toEqual([]);
});

describe('the clean-up after a build that was cut short', () => {
  test('removes nothing if the tree is damaged', async () => {
    const name = await build(['a/one'], '1');
    writeFileSync(join(dist, storedName(name)), 'rot');
    const before = namesOnDisk();
    await removeLeft(dist, 0, true);
    expect(namesOnDisk()).toEqual(before);
  });
});

describe('a symbolic link', () => {
  let theirs: string;
  beforeEach(() => {
    theirs = join(folder, 'theirs');
    mkdirSync(join(theirs, 'a/b'), { recursive: true });
    writeFileSync(join(theirs, 'a/b/precious'), '');
    mkdirSync(dist, { recursive: true });
  });
  afterEach(() => expect(existsSync(join(theirs, 'a/b/precious'))).toBe(true));

  test('is removed itself, but its target stays, and nothing behind the link is removed', () => {
    symlinkSync(theirs, join(dist, 'link'));
    removeIn(dist, 'link/a/b/precious');
    removeIn(dist, 'link/a');
    removeIn(dist, '../theirs/a');
    expect(namesIn(dist, 'link')).toEqual([]);
    expect(namesIn(dist, '../theirs')).toEqual([]);
    removeIn(dist, 'link');
    expect(readdirSync(dist)).toEqual([]);
  });

  test.each(['packs', 'packs/ab'])('at %s does not lead a removal out of the tree’s folder', async (at) => {
    mkdirSync(join(dist, at, '..'), { recursive: true });
    symlinkSync(at === 'packs' ? theirs : join(theirs, 'a'), join(dist, at));
    await removeLeft(dist, 0, true);
  });
});
