// The tree on disk: small files from memory, large ones from where they lie, and nothing that is no file.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { StreamBody } from '../../../../functions/answer.ts';
import { type CurrentTree, followCurrentTree } from '../../../../functions/hosts/current-tree.ts';
import { openTree } from '../../../../functions/hosts/node-tree.ts';
import type { Tree } from '../../../../functions/ports.ts';
import type { Address } from '../../../../src/address.ts';
import { objectPath } from '../../../../src/static-tree.ts';
import { atOnce } from '../../../fixtures/at-once.ts';
import { openInMemory, treeFiles } from '../../../fixtures/hub.ts';

const { dist } = inject('fixture');
let copy: string;
let tree: Tree;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'model-hub-tree-'));
  // File by file: a copied link would lead into the fixture, which others read.
  for (const [path, bytes] of treeFiles(dist)) {
    mkdirSync(dirname(join(copy, 'trees/a', path)), { recursive: true });
    writeFileSync(join(copy, 'trees/a', path), bytes);
  }
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
    const [one, other] = [atOnce(disk.read(path, true))!, atOnce(memory.read(path, true))!];
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
  expect(atOnce(openTree(dist).read(path, true))!.twin('br')).toBeDefined();
  expect(atOnce(openTree(dist).read(path, false))!.twin('br')).toBeUndefined();
});

test.each(['models', 'models/acme', 'nothing', 'tree.json/x', `models/${'x'.repeat(300)}/y`])(
  '%s is no file',
  (path) => {
    expect(tree.read(path, false)).toBeUndefined();
    expect(tree.text(path)).toBeUndefined();
  },
);

test.each(['nothing', 'tree.json/x', `models/${'x'.repeat(300)}/y`])('%s has no part', (path) => {
  expect(tree.range(path, 0, 10)).toBeUndefined();
});

test('a folder in place of what is read in parts is damage and no absence', () => {
  expect(() => tree.range('models/acme', 0, 10)).toThrow(/models\/acme is a folder$/);
});

test.skipIf(process.platform === 'win32')('a FIFO is no file, and nobody waits for a writer', () => {
  const folder = join(copy, 'trees/a/documents');
  for (const name of ['fifo.json', 'whole.json.br']) execFileSync('mkfifo', [join(folder, name)]);
  expect(tree.read('documents/fifo.json', true)).toBeUndefined();
  expect(tree.text('documents/fifo.json')).toBeUndefined();
  writeFileSync(join(folder, 'whole.json'), 'x'.repeat(5000));
  expect(atOnce(tree.read('documents/whole.json', true))!.twin('br')).toBeUndefined();
});

describe.skipIf(process.platform === 'win32')('what stands in place of the tree’s own files is told at once', () => {
  const strange: [string, (path: string) => void, string][] = [
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), 'is a FIFO'],
    ['a device', (path) => symlinkSync('/dev/null', path), 'is a device'],
    ['a folder', (path) => mkdirSync(path), 'is a folder'],
  ];
  const files = ['tree.json', 'search/index.bin', 'catalog'];
  test.each(strange.flatMap(([what, put, said]) => files.map((file) => ({ what, file, put, said }))))(
    '$what as $file',
    ({ file, put, said }) => {
      const { folder, catalog } = freshTree();
      const path = file === 'catalog' ? catalog : join(folder, 'trees/a', file);
      rmSync(path);
      put(path);
      expect(() => openTree(folder)).toThrow(`${realpathSync(join(path, '..'))}/${basename(path)} ${said}`);
    },
  );

  test('a stamp larger than any can be is not read', () => {
    const { folder } = freshTree();
    truncateSync(join(folder, 'trees/a/tree.json'), 2 ** 40);
    expect(() => openTree(folder)).toThrow('tree.json has 1099511627776 bytes, where at most 134217728 can be right');
  });

  test('a link that leads to a plain file is that file', () => {
    const { folder } = freshTree();
    const stamp = join(folder, 'trees/a/tree.json');
    renameSync(stamp, join(folder, 'stamp'));
    symlinkSync(join(folder, 'stamp'), stamp);
    expect(openTree(folder).id).toBe(tree.id);
  });
});

/** A tree of its own, and where its index lies. */
function freshTree(): { folder: string; index: string; catalog: string } {
  const folder = mkdtempSync(join(copy, 'fresh-'));
  cpSync(join(copy, 'trees/a'), join(folder, 'trees/a'), { recursive: true });
  symlinkSync('trees/a', join(folder, 'current'));
  const catalog = join(folder, 'trees/a', objectPath('catalog', tree.catalog as Address));
  return { folder, index: join(folder, 'trees/a/search/index.bin'), catalog };
}

describe('a file of more than a mebibyte', () => {
  test('stays where it is, under a tag of its own', async () => {
    const path = 'hashes/large.json';
    writeFileSync(join(copy, 'trees/a', path), Buffer.alloc(1024 * 1024 + 1));
    const file = atOnce(tree.read(path, false))!;
    const body = file.body as StreamBody;
    expect(body.length).toBe(1024 * 1024 + 1);
    expect(await new Response(await body.open(1, 1024 * 1024)).bytes()).toHaveLength(1024 * 1024 - 1);
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
    expect(atOnce(tree.read(path, false))!.body).toBeInstanceOf(Uint8Array);
  });
});

describe('search', () => {
  const rows = () => atOnce(openInMemory(dist).search()).count({ tags: [] });

  test('works from what was open at the beginning, read ahead or not', async () => {
    for (const isAhead of [false, true]) {
      const { folder } = freshTree();
      const opened = openTree(folder);
      rmSync(join(folder, 'trees'), { recursive: true });
      if (isAhead) await opened.load();
      expect(atOnce(opened.search()).count({ tags: [] })).toBe(rows());
      expect(atOnce(opened.search()).rowOf('acme/tiny-bert')).toBeDefined();
    }
  });

  test('asked for while it is read ahead does not wait', async () => {
    const opened = openTree(freshTree().folder);
    const ahead = opened.load();
    const port = atOnce(opened.search());
    expect(port.count({ tags: [] })).toBe(rows());
    await ahead;
    expect(opened.search()).toBe(port);
  });

  test('an index that is none is refused, in pieces between which other work is done', async () => {
    const { folder, index } = freshTree();
    truncateSync(index, 0);
    truncateSync(index, 64 * 1024 * 1024);
    const opened = openTree(folder);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await expect(opened.load()).rejects.toThrow('is not a search index file');
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(15);
    expect(() => opened.search()).toThrow('is not a search index file');
  });

  test('a catalog cut short is told, and no bytes of anything else stand for its rows', () => {
    const { folder, catalog } = freshTree();
    const opened = openTree(folder);
    truncateSync(catalog, 10);
    expect(() => atOnce(opened.search()).rowOf('acme/tiny-bert')).toThrow(/the catalog object ends before byte \d+/);
  });
});

describe('the current tree', () => {
  const soon = { timeout: 2000, interval: 10 };
  let notices: string[];
  let folder: string;
  let follower: CurrentTree;
  beforeEach(() => {
    notices = [];
    folder = mkdtempSync(join(copy, 'followed-'));
    mkdirSync(join(folder, 'trees'));
    add('a');
    point('trees/a');
    follower = followCurrentTree(folder, (sentence) => notices.push(sentence), 10);
    expect(follower.get()!.id).toBe('a');
  });
  afterEach(() => follower.stop());

  /** A whole tree of this name. */
  function add(name: string): string {
    const to = join(folder, 'trees', name);
    cpSync(join(copy, 'trees/a'), to, { recursive: true });
    writeFileSync(
      join(to, 'tree.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(join(to, 'tree.json'), 'utf8')), id: name }),
    );
    return to;
  }

  function point(target: string): void {
    symlinkSync(target, join(folder, 'new'));
    renameSync(join(folder, 'new'), join(folder, 'current'));
  }

  const told = (count: number) => vi.waitFor(() => expect(notices).toHaveLength(count), soon);
  const served = (id: string) => vi.waitFor(() => expect(follower.get()!.id).toBe(id), soon);
  /** Long enough for many looks. */
  const looks = () => new Promise((resolve) => setTimeout(resolve, 200));

  test('a newer one is picked up; who began with the one before goes on with it', async () => {
    const first = follower.get()!;
    add('b');
    point('trees/b');
    await served('b');
    expect(first.read('models/acme/tiny-bert/_info.json', true)).toBeDefined();
    expect(notices).toEqual([]);
  });

  test('one that can’t be opened is tried again until it can: each fault is told once, and so is its end', async () => {
    const whole = add('b');
    const index = join(whole, 'search/index.bin');
    renameSync(index, join(folder, 'index'));
    point('trees/b');
    await told(1);
    expect(notices[0]).toMatch(/^the tree trees\/b can't be opened: ENOENT.*index\.bin/);
    await looks();
    writeFileSync(index, 'half an index');
    await told(2);
    expect(notices[1]).toMatch(/^the tree trees\/b can't be opened: The search index is not/);
    await looks();
    expect(notices).toHaveLength(2);
    expect(follower.get()!.id).toBe('a');
    renameSync(join(folder, 'index'), index);
    await served('b');
    await told(3);
    expect(notices[2]).toBe('the tree trees/b is open now and served.');
    await looks();
    expect(notices).toHaveLength(3);
  });

  test('it is opened whole before it is served', async () => {
    const whole = add('b');
    point('trees/b');
    await served('b');
    rmSync(join(whole, 'search'), { recursive: true });
    expect(atOnce(follower.get()!.search()).rowOf('acme/tiny-bert')).toBeDefined();
  });

  test('a link that leads nowhere, and a tree that is taken away and put back', async () => {
    point('trees/nowhere');
    await told(1);
    expect(notices[0]).toContain('trees/nowhere');
    point('trees/a');
    await told(2);
    expect(notices[1]).toBe('the tree trees/a is open now and served.');
    renameSync(join(folder, 'trees/a'), join(folder, 'trees/away'));
    await told(3);
    expect(notices[2]).toMatch(/^the tree trees\/a can't be opened: ENOENT/);
    renameSync(join(folder, 'trees/away'), join(folder, 'trees/a'));
    await told(4);
    expect(follower.get()!.id).toBe('a');
  });

  test('without a link at all the one that was opened is served on', async () => {
    rmSync(join(folder, 'current'));
    await told(1);
    expect(notices[0]).toMatch(/current is gone: the tree opened before is served on/);
    await looks();
    expect(notices).toHaveLength(1);
    expect(follower.get()!.id).toBe('a');
    add('b');
    point('trees/b');
    await served('b');
  });

  test('one that was made anew under the same name is another', async () => {
    const before = follower.get();
    rmSync(join(folder, 'trees/a'), { recursive: true });
    add('a');
    await vi.waitFor(() => expect(follower.get()).not.toBe(before), soon);
  });

  test('a copy where there are no links is a tree too', async () => {
    const plain = mkdtempSync(join(copy, 'plain-'));
    cpSync(join(copy, 'trees/a'), join(plain, 'current'), { recursive: true });
    const other = followCurrentTree(plain, (sentence) => notices.push(sentence), 10);
    expect(other.get()!.id).toBe(tree.id);
    await looks();
    other.stop();
    expect(notices).toEqual([]);
  });

  test('there may be none yet', async () => {
    const empty = mkdtempSync(join(copy, 'empty-'));
    const other = followCurrentTree(empty, (sentence) => notices.push(sentence), 10);
    expect(other.get()).toBeUndefined();
    symlinkSync(join(copy, 'trees/a'), join(empty, 'current'));
    await vi.waitFor(() => expect(other.get()).toBeDefined(), soon);
    expect(notices).toEqual([]);
    other.stop();
  });
});
