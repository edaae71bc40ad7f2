// Tests the tree of a Worker's isolate over a bucket that records its requests. A redirect must read no data of the
// search.
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../../../../functions/hosts/memory/memory.ts';
import { WorkerTree } from '../../../../../functions/hosts/worker/worker-tree.ts';
import { toFetch } from '../../../../../functions/rim/fetch-hub.ts';
import { sharedPorts } from '../../../../contract/ports.ts';
import { origin, service, storeFiles } from '../../../../fixtures/hub.ts';
import { models } from '../../../../fixtures/rows.ts';

const files = storeFiles(inject('fixture').dist);
const unexpected = (told: unknown) => {
  throw new Error(String(told));
};

let asked: string[];
let tree: WorkerTree;
const opened = async (settings = {}) => {
  const bucket = {
    address: 'the bucket TREE',
    async ask(name: string, init: RequestInit) {
      asked.push(name);
      const bytes = files.get(name);
      if (!bytes) return new Response(null, { status: 404 });
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('range') ?? '') ?? [];
      const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1);
      const headers = start === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` };
      return new Response(part as Uint8Array<ArrayBuffer>, { status: start === undefined ? 200 : 206, headers });
    },
    ...{ put: unexpected, list: unexpected, remove: unexpected },
  };
  const found = new WorkerTree(bucket, unexpected, settings);
  await found.look(() => {});
  return found;
};
beforeEach(async () => {
  asked = [];
  tree = await opened();
});

describe('the tree of an isolate', () => {
  test('is opened by two reads, one of its name and one of its stamp', () => {
    expect(tree.current).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  test('reads the search index once, at the first search', async () => {
    const [first, second] = await Promise.all([tree.current!.search(), tree.current!.search()]);
    expect(first).toBe(second);
    const { length } = asked;
    expect(length).toBeGreaterThan(3);
    expect(await tree.current!.search()).toBe(first);
    expect(asked).toHaveLength(length);
  });
});

describe('an index that is too large for an isolate', () => {
  const get = async (path: string) => {
    const { current } = await opened({ mostIndex: 0 });
    const response = await toFetch(createMemoryHub(current, sharedPorts(service.sources, origin)))(
      new Request(`https://hub.example${path}`, { redirect: 'manual' }),
    );
    return [response.status, response.headers.get('X-Error-Code')];
  };

  test.each([
    ['/api/models', 503, 'SearchAway'],
    ['/api/models?search=a&limit=3', 503, 'SearchAway'],
    ['/api/hub/facets', 503, 'SearchAway'],
    ['/nobody/nothing/resolve/main/config.json', 404, 'RepoNotFound'],
    ['/api/models/nobody/nothing', 404, 'RepoNotFound'],
    ['/api/models/nothing-of-this-name', 404, 'RepoNotFound'],
    ['/v2/nobody/nothing/manifests/latest', 404, null],
    [`/api/models/${models.bert.id}`, 200, null],
    [`/${models.bert.id}/resolve/main/config.json`, 302, null],
    [`/hashes/${'0'.repeat(64)}`, 404, 'HashNotFound'],
  ])('%s is answered by %d %s', async (path, status, code) => {
    expect(await get(path)).toEqual([status, code]);
  });
});
