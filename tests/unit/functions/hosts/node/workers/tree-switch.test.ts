// Tests that a new tree is used only after all workers have opened it. If one worker can't open it, all keep the
// old tree.
import { beforeEach, describe, expect, test } from 'vitest';
import { SwitchedTree } from '../../../../../../functions/hosts/node/workers/switched-tree.ts';
import { TreeSwitch } from '../../../../../../functions/hosts/node/workers/tree-switch.ts';
import type { Tree } from '../../../../../../functions/ports/ports.ts';

const named = (name: string) => ({ name }) as Tree;
let current: Tree | undefined;
let notices: string[];
/** Worker 2 opens a tree when the promise of this function resolves. */
let mayOpen: (name: string) => Promise<void>;
let workers: SwitchedTree[];
let trees: TreeSwitch;

beforeEach(() => {
  current = undefined;
  notices = [];
  mayOpen = async () => {};
  workers = [];
  trees = new TreeSwitch({
    ...{ current: () => current, files: () => [] },
    openAll: async (news) => void (await Promise.all(workers.map((worker) => worker.open(news)))),
    onNotice: (sentence) => void notices.push(sentence),
  });
  const open = async (name: string) => named(name);
  workers = [
    new SwitchedTree(trees.memory, open),
    new SwitchedTree(trees.memory, async (name) => {
      await mayOpen(name);
      return named(name);
    }),
  ];
});

const answered = () => workers.map((worker) => worker.get()?.name);

describe('the tree of several workers', () => {
  test('is undefined before the first build, and then the same for all workers', async () => {
    await trees.look();
    expect(answered()).toEqual([undefined, undefined]);
    expect(trees.news()).toBeUndefined();
    current = named('a');
    await trees.look();
    expect(answered()).toEqual(['a', 'a']);
  });

  test('changes after the slowest worker has opened the next tree', async () => {
    current = named('a');
    await trees.look();
    const { promise, resolve } = Promise.withResolvers<void>();
    mayOpen = () => promise;
    current = named('b');
    const looking = trees.look();
    await Promise.resolve();
    expect(answered()).toEqual(['a', 'a']);
    resolve();
    await looking;
    expect(answered()).toEqual(['b', 'b']);
  });

  test('stays while one worker can’t open the next tree, which gets one notice, and changes when the worker can', async () => {
    current = named('a');
    await trees.look();
    mayOpen = async () => {
      throw new Error('a pack is missing');
    };
    current = named('b');
    for (let looks = 0; looks < 3; looks++) await trees.look();
    expect(answered()).toEqual(['a', 'a']);
    expect(notices).toEqual(["the tree b can't be opened by all workers: a pack is missing"]);
    mayOpen = async () => {};
    await trees.look();
    expect(answered()).toEqual(['b', 'b']);
  });

  test('is opened by a worker that starts later', async () => {
    current = named('a');
    await trees.look();
    current = named('b');
    await trees.look();
    const late = new SwitchedTree(trees.memory, async (name) => named(name));
    await late.open(trees.news()!);
    expect(late.get()?.name).toBe('b');
  });
});
