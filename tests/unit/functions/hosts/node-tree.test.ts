// The tree on disk: small files from memory, large ones from where they lie, and nothing that is no file.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { followCurrentTree } from '../../../../functions/hosts/current-tree.ts';
import { openTree } from '../../../../functions/hosts/node-tree.ts';
import type { Tree } from '../../../../functions/ports.ts';
import { openInMemory, treeFiles } from '../../../fixtures/hub.ts';

const { dist } = inject('fixture');
let copy: string;
let tree: Tree;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'model-hub-tree-'));
  cpSync(join(dist, 'current'), join(copy, 'trees/a'), { recursive: true, dereference: true });
  symlinkSync('trees/a', join(copy, 'current'));
  tree = openTree(copy);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('every file is read as memory has it, twins and tags included', () => {
  const memory = openInMemory(dist);
  const disk = openTree(dist);
  const facts = (tree: Tree) => JSON.parse(JSON.stringify(tree)) as object;
  expect(facts(disk)).toEqual(facts(memory));
  for (const path of treeFiles(dist).keys()) {
    if (/\.(br|gz)$/.test(path)) continue;
    const [one, other] = [disk.read(path, true)!, memory.read(path, true)!];
    expect([path, one.tag, one.size, one.body]).toEqual([path, other.tag, other.size, other.body]);
    expect(disk.text(path)).toBe(memory.text(path));
    for (const [start, end] of [
      [0, 10],
      [3, one.size - 1],
      [1, one.size + 1000],
      [one.size + 10, one.size + 20],
    ] as const)
      expect([path, disk.range(path, start, end)]).toEqual([path, memory.range(path, start, end)]);
    for (const encoding of ['br', 'gzip'] as const) expect(one.twin(encoding)).toEqual(other.twin(encoding));
  }
});

test('a row without twins is not asked for any', () => {
  const path = 'models/acme/odd-paths/_tree.json';
  expect(openTree(dist).read(path, true)!.twin('br')).toBeDefined();
  expect(openTree(dist).read(path, false)!.twin('br')).toBeUndefined();
});

test.each(['models', 'models/acme', 'nothing', 'tree.json/x', `models/${'x'.repeat(300)}/y`])(
  '%s is no file',
  (path) => {
    expect(tree.read(path, false)).toBeUndefined();
    expect(tree.text(path)).toBeUndefined();
    expect(tree.range(path, 0, 10)).toBeUndefined();
  },
);

describe('a file of more than a mebibyte', () => {
  test('stays where it is, under a tag of its own', () => {
    const path = 'hashes/large.json';
    writeFileSync(join(copy, 'trees/a', path), Buffer.alloc(1024 * 1024 + 1));
    const file = tree.read(path, false)!;
    expect(file.body).toEqual({ file: join(copy, 'trees/a', path), start: 0, length: 1024 * 1024 + 1 });
    expect(file.tag).toMatch(/^1048577-/);
  });

  test('is text as a whole where somebody has to know what it says', () => {
    const path = 'hashes/text.json';
    writeFileSync(join(copy, 'trees/a', path), `${'ü'.repeat(1024 * 1024)}.`);
    expect(openTree(copy).text(path)).toBe(`${'ü'.repeat(1024 * 1024)}.`);
  });

  test('one byte less is kept in memory', () => {
    const path = 'hashes/small.json';
    writeFileSync(join(copy, 'trees/a', path), Buffer.alloc(1024 * 1024));
    expect(tree.read(path, false)!.body).toBeInstanceOf(Uint8Array);
  });
});

describe('the current tree', () => {
  const soon = { timeout: 2000, interval: 10 };

  test('a newer one is picked up, a bad one is named once and the good one kept', async () => {
    const faults: string[] = [];
    const follower = followCurrentTree(copy, (sentence) => faults.push(sentence), 10);
    const first = follower.get()!;
    expect(first.id).toBe(tree.id);

    mkdirSync(join(copy, 'trees/torn'));
    point('trees/torn');
    await vi.waitFor(() => expect(faults).toHaveLength(1), soon);
    expect(faults[0]).toContain('trees/torn');
    expect(follower.get()).toBe(first);

    cpSync(join(copy, 'trees/a'), join(copy, 'trees/b'), { recursive: true });
    const stamp = JSON.parse(readFileSync(join(copy, 'trees/b/tree.json'), 'utf8'));
    writeFileSync(join(copy, 'trees/b/tree.json'), JSON.stringify({ ...stamp, id: 'b' }));
    point('trees/b');
    await vi.waitFor(() => expect(follower.get()!.id).toBe('b'), soon);
    // A request that began before still reads the tree it began with.
    expect(first.read('models/acme/tiny-bert/_info.json', true)).toBeDefined();
    expect(faults).toHaveLength(1);
    follower.stop();
  });

  test('there may be none yet', async () => {
    const empty = mkdtempSync(join(copy, 'empty-'));
    const faults: string[] = [];
    const follower = followCurrentTree(empty, (sentence) => faults.push(sentence), 10);
    expect(follower.get()).toBeUndefined();
    symlinkSync(join(copy, 'trees/a'), join(empty, 'current'));
    await vi.waitFor(() => expect(follower.get()).toBeDefined(), soon);
    expect(faults).toEqual([]);
    follower.stop();
  });

  function point(target: string): void {
    symlinkSync(target, join(copy, 'fresh'));
    renameSync(join(copy, 'fresh'), join(copy, 'current'));
  }
});
