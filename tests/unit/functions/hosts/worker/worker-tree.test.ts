// The tree of an isolate over a bucket that notes what it is asked: who is redirected waits for nothing that search needs.
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { WorkerTree } from '../../../../../functions/hosts/worker/worker-tree.ts';
import { storeFiles } from '../../../../fixtures/hub.ts';

const files = storeFiles(inject('fixture').dist);
const unexpected = (told: unknown) => {
  throw new Error(String(told));
};

let asked: string[];
let tree: WorkerTree;
beforeEach(async () => {
  asked = [];
  const bucket = {
    address: 'the bucket TREE',
    async ask(name: string, init: RequestInit) {
      asked.push(name);
      const bytes = files.get(name);
      if (!bytes) return new Response(null, { status: 404 });
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('range') ?? '') ?? [];
      const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1);
      return new Response(part as Uint8Array<ArrayBuffer>, { status: start === undefined ? 200 : 206 });
    },
    ...{ put: unexpected, list: unexpected, remove: unexpected },
  };
  tree = new WorkerTree(bucket, unexpected);
  await tree.look(() => {});
});

describe('the tree of an isolate', () => {
  test('is opened by two reads: its name, and what it says of itself', () => {
    expect(tree.current).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  test('is searched by whoever searches first, and the index is read once', async () => {
    const [first, second] = await Promise.all([tree.current!.search(), tree.current!.search()]);
    expect(first).toBe(second);
    const { length } = asked;
    expect(length).toBeGreaterThan(3);
    expect(await tree.current!.search()).toBe(first);
    expect(asked).toHaveLength(length);
  });
});
