// Tests the tree on disk: damaged files are refused, and the newest whole tree is used.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { currentTree, folderPlace, openTree } from '../../../../../functions/stores/tree/folder-tree.ts';
import { TreeFollower } from '../../../../../functions/stores/tree/tree-follower.ts';
import { currentName } from '../../../../../generator/packs/tree-layout.ts';
import { sha256Hex } from '../../../../../src/digests/sha.ts';
import { objectPath, SEARCH_INDEX } from '../../../../../src/tree/static-tree.ts';
import { storedName } from '../../../../../src/tree/tree-list.ts';
import { openInMemory, treeFiles } from '../../../../fixtures/hub.ts';
import { needs, posixMissing } from '../../../../fixtures/needs.ts';
import { folderOfFile } from '../../../../fixtures/own-folder.ts';
import { packFile } from '../../../../fixtures/tree-contents.ts';

const { dist } = inject('fixture');
const root = folderOfFile();

/** Copies the fixture's tree, and returns the folder of the copy. */
function copied(): string {
  const to = mkdtempSync(join(root, 'dist-'));
  for (const part of ['current', 'packs', 'objects', 'site'])
    cpSync(join(dist, part), join(to, part), { recursive: true });
  return to;
}

test.each(['models', 'models/acme', 'nothing', 'documents', `models/${'x'.repeat(300)}/y/z`, '../x', 'site/../../x'])(
  'the path %s gives no answer',
  (path) => {
    const tree = openTree(dist);
    expect(tree.read(path)).toBeUndefined();
    expect(tree.text(path)).toBeUndefined();
    expect(tree.range(path, 0, 10)).toBeUndefined();
  },
);

describe('a file whose bytes do not match its name is never served', () => {
  const path = 'models/acme/tiny-bert/api/models/acme/tiny-bert/index.json';
  test.each([
    [
      'a pack with another byte',
      (file: string) => writeFileSync(file, Buffer.from(readFileSync(file)).fill('x', 40, 41)),
    ],
    ['a pack cut short', (file: string) => truncateSync(file, 100)],
    ['no pack', (file: string) => rmSync(file)],
  ])('%s', (_, damage) => {
    const at = copied();
    damage(packFile(at, 'models/acme/tiny-bert'));
    const tree = openTree(at);
    expect(() => tree.read(path)).toThrow(
      /torn tree: packs\/.*remove "current" in HUB_DIST, and run "model-hub build"/,
    );
    expect(tree.read('models/acme/odd-paths/api/models/acme/odd-paths/index.json')).toBeDefined();
  });

  test('a FIFO delays no reader', needs(posixMissing), () => {
    const at = copied();
    const file = packFile(at, 'models/acme/tiny-bert');
    rmSync(file);
    execFileSync('mkfifo', [file]);
    const tree = openTree(at);
    expect(() => tree.read(path)).toThrow('torn tree');
  });

  test('an object with another byte is never served', async () => {
    const at = copied();
    const path = [...treeFiles(at).keys()].find((name) => name.startsWith('objects/model/'))!;
    expect(await openTree(at).read(path)).toBeDefined();
    writeFileSync(join(at, path), Buffer.from(readFileSync(join(at, path))).fill('x', 40, 41));
    await expect(async () => openTree(at).read(path)).rejects.toThrow(`torn tree: ${path}`);
  });

  test('a damaged part of the tree’s list is an error', () => {
    const at = copied();
    const { list } = JSON.parse(readFileSync(join(at, storedName(currentName(at)!)), 'utf8')) as { list: string[][] };
    for (const [, shard] of list) truncateSync(join(at, storedName(shard!)), 20);
    expect(() => openTree(at)).toThrow('torn tree');
  });
});

test('a row that changed in the catalog object on the disk is never served', async () => {
  const at = copied();
  const { catalog } = openInMemory(at);
  const path = join(at, objectPath('catalog', catalog));
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"downloads":', '"downloadz":'));
  const tree = openTree(at);
  const search = await tree.search();
  expect(() => search.rowOf('acme/tiny-bert')).toThrow('a row of the catalog object is not what');
});

describe('search', () => {
  const rows = async () => (await openInMemory(dist).search()).count({ tags: [] });
  test('works with files that were opened at the start, whether the index was read ahead or not', async () => {
    for (const isAhead of [false, true]) {
      const folder = copied();
      const opened = openTree(folder);
      if (isAhead) await opened.search();
      rmSync(join(folder, 'packs'), { recursive: true });
      rmSync(join(folder, 'objects'), { recursive: true });
      const search = await opened.search();
      expect(search.count({ tags: [] })).toBe(await rows());
      expect(search.rowOf('acme/tiny-bert')).toBeDefined();
    }
  });
});

test('a failure to read the name of the current tree is no advice to build', () => {
  expect(() => currentTree(import.meta.filename)).toThrow(/^ENOTDIR/);
});

describe('the current tree', () => {
  const soon = { timeout: 2000, interval: 10 };
  let notices: string[];
  let folder: string;
  let follower: TreeFollower;
  let first: string;
  beforeEach(async () => {
    notices = [];
    folder = copied();
    first = add('a');
    point(first);
    follower = await follow(folder);
    expect(follower.current()!.id).toBe('a');
  });
  afterEach(() => follower.stop());

  const follow = (at: string) =>
    new TreeFollower(folderPlace(at, 10), (sentence) => notices.push(sentence)).start(false);

  /** Makes a whole tree with `id` in its stamp, and returns its name. */
  function add(id: string): string {
    const stamp = JSON.parse(readFileSync(join(folder, storedName(currentName(dist)!)), 'utf8')) as object;
    const text = JSON.stringify({ ...stamp, id });
    const name = sha256Hex(text);
    mkdirSync(dirname(join(folder, storedName(name))), { recursive: true });
    writeFileSync(join(folder, storedName(name)), text);
    return name;
  }

  function point(name: string): void {
    writeFileSync(join(folder, 'new'), `tree ${name}\n`);
    renameSync(join(folder, 'new'), join(folder, 'current'));
  }

  const told = (count: number) => vi.waitFor(() => expect(notices).toHaveLength(count), soon);
  const served = (id: string) => vi.waitFor(() => expect(follower.current()!.id).toBe(id), soon);
  /** Waits long enough for the hub to look for a new tree several times. */
  const looks = () => new Promise((resolve) => setTimeout(resolve, 200));

  test('stays while the newer one can’t be opened, which is tried again; each error gets one notice, and so does its end', async () => {
    const name = add('b');
    const index = packFile(dist, SEARCH_INDEX).replace(dist, folder);
    renameSync(index, join(folder, 'index'));
    point(name);
    await told(1);
    expect(notices[0]).toMatch(new RegExp(`^the tree ${name} can't be opened: torn tree`));
    await looks();
    // Half an index is the same fault: the tree is torn.
    writeFileSync(index, 'half an index');
    await looks();
    expect(notices).toHaveLength(1);
    expect(follower.current()!.id).toBe('a');
    renameSync(join(folder, 'index'), index);
    await served('b');
    await told(2);
    expect(notices[1]).toBe(`the tree ${name} is open now and served.`);
    await looks();
    expect(notices).toHaveLength(2);
  });

  test('is still served when `current` is gone', async () => {
    rmSync(join(folder, 'current'));
    await told(1);
    expect(notices[0]).toMatch(/current is gone: the tree opened before is still served/);
    await looks();
    expect(notices).toHaveLength(1);
    expect(follower.current()!.id).toBe('a');
    point(add('b'));
    await served('b');
  });

  test('may be missing before the first build', async () => {
    const empty = mkdtempSync(join(root, 'empty-'));
    const other = await follow(empty);
    expect(other.current()).toBeUndefined();
    for (const part of ['packs', 'objects', 'current'])
      cpSync(join(dist, part), join(empty, part), { recursive: true });
    await vi.waitFor(() => expect(other.current()).toBeDefined(), soon);
    other.stop();
  });
});
