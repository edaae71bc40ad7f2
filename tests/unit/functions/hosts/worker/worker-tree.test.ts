// Tests the tree of a Worker's isolate over a bucket that records its requests. A redirect must read no data of the
// search.
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { createMemoryHub, rememberedDemand } from '../../../../../functions/hosts/memory/memory.ts';
import { WorkerTree } from '../../../../../functions/hosts/worker/worker-tree.ts';
import { toFetch } from '../../../../../functions/rim/fetch-hub.ts';
import { sharedPorts } from '../../../../contract/ports.ts';
import { origin, service, storeFiles } from '../../../../fixtures/hub.ts';

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
  const demanded: string[] = [];
  const demand = { ...rememberedDemand(), record: (id: string) => void demanded.push(id) };
  const hubOver = async (settings: object) =>
    createMemoryHub((await opened(settings)).current, { ...sharedPorts(service.sources, origin), demand });
  const get = async (path: string, settings: object) => {
    const response = await toFetch(await hubOver(settings))(
      new Request(`https://hub.example${path}`, { redirect: 'manual' }),
    );
    return { status: response.status, body: await response.text(), code: response.headers.get('X-Error-Code') };
  };

  test.each([
    ['/nobody/nothing/resolve/main/config.json', 404, 'RepoNotFound'],
    ['/api/models/nobody/nothing', 404, 'RepoNotFound'],
    ['/api/models/nothing-of-this-name', 404, 'RepoNotFound'],
    ['/v2/nobody/nothing/manifests/latest', 404, null],
    ['/api/models?search=a&limit=3', 200, null],
    ['/api/models?search=a&skip=2&limit=2', 200, null],
    ['/api/hub/facets?search=a', 200, null],
  ])('the answer for %s is the same as with a small index', async (path, status, code) => {
    const [far, near] = [await get(path, { mostIndex: 0 }), await get(path, {})];
    expect(far).toEqual(near);
    expect(far).toMatchObject({ status, code });
    const own = demanded.splice(0);
    expect(own.slice(own.length / 2)).toEqual(own.slice(0, own.length / 2));
    expect(own.length > 0).toBe(path.includes('nobody/nothing'));
  });
});
