// Tests the tree of a Worker's isolate over a bucket that records its requests. A redirect must read no data of the
// search.
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../../../../functions/hosts/memory/memory.ts';
import { openWorkerTree } from '../../../../../functions/hosts/worker/worker-tree.ts';
import { toFetch } from '../../../../../functions/rim/fetch-hub.ts';
import { memoryBytes } from '../../../../../functions/stores/bytes/memory-bytes.ts';
import type { Bytes } from '../../../../../src/tree/store.ts';
import { sharedPorts } from '../../../../contract/ports.ts';
import { origin, service, storeFiles } from '../../../../fixtures/hub.ts';
import { models } from '../../../../fixtures/rows.ts';

const files = storeFiles(inject('fixture').dist);
const unexpected = (told: unknown) => {
  throw new Error(String(told));
};

let asked: string[];
let tree: ReturnType<typeof openWorkerTree>;
const opened = async (settings = {}) => {
  const bytes = memoryBytes(files);
  const noted = (name: string) => void asked.push(name);
  const bucket: Bytes = {
    ...bytes,
    address: 'the bucket TREE',
    get: async (name) => noted(name) ?? bytes.get(name),
    range: async (name, start, end) => noted(name) ?? bytes.range(name, start, end),
    size: async (name) => noted(name) ?? bytes.size(name),
  };
  const found = openWorkerTree(bucket, unexpected, settings);
  await found.look(() => {});
  return found;
};
beforeEach(async () => {
  asked = [];
  tree = await opened();
});

describe('the tree of an isolate', () => {
  test('is opened by two reads, one of its name and one of its stamp', () => {
    expect(tree.current()).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  test('reads the search index once, at the first search', async () => {
    const [first, second] = await Promise.all([tree.current()!.search(), tree.current()!.search()]);
    expect(first).toBe(second);
    const { length } = asked;
    expect(length).toBeGreaterThan(3);
    expect(await tree.current()!.search()).toBe(first);
    expect(asked).toHaveLength(length);
  });
});

describe('an index that is too large for an isolate', () => {
  const ask = async (path: string, init?: RequestInit) => {
    const { current } = await opened({ mostIndex: 0 });
    return toFetch(createMemoryHub(current(), sharedPorts(service.sources, origin)))(
      new Request(`https://hub.example${path}`, { redirect: 'manual', ...init }),
    );
  };
  const { id } = models.bert;
  const [owner] = id.split('/');

  test.each([
    ['/api/models', 503, 'SearchAway'],
    ['/api/models?search=a&limit=3', 503, 'SearchAway'],
    ['/api/hub/facets', 503, 'SearchAway'],
    ['/nobody', 404, 'NotFound'],
    ['/nobody/', 404, 'NotFound'],
    ['/models/nobody/', 404, 'NotFound'],
    [`/models/${owner}/`, 302, null],
    ['/nobody/nothing/resolve/main/config.json', 404, 'RepoNotFound'],
    ['/models/nobody/nothing/lock.json', 404, 'RepoNotFound'],
    ['/api/models/nobody/nothing', 404, 'RepoNotFound'],
    ['/api/models/nothing-of-this-name', 404, 'RepoNotFound'],
    [`/api/models/${id.toUpperCase()}`, 404, 'RepoNotFound'],
    ['/v2/nobody/nothing/manifests/latest', 404, null],
    [`/api/models/${id}`, 200, null],
    [`/models/${id}/lock.json`, 200, null],
    [`/models/${id}/model.meta4`, 200, null],
    [`/models/${id}/cyclonedx.json`, 200, null],
    [`/models/${id}/index.md`, 200, null],
    [`/archive/feeds/models/${id}.xml`, 200, null],
    [`/${id}/resolve/main/config.json`, 302, null],
    [`/hashes/${'0'.repeat(64)}`, 404, 'HashNotFound'],
  ])('%s is answered by %d %s', async (path, status, code) => {
    const response = await ask(path);
    expect([response.status, response.headers.get('X-Error-Code')]).toEqual([status, code]);
  });

  test.each([
    ['search_models', {}, 'too large to be searched here'],
    ['get_model', { model: id }, `"id":"${id}"`],
    ['get_model', { model: 'nobody/nothing' }, 'No model "nobody/nothing" in the index'],
    ['resolve_file', { model: id, path: 'config.json' }, '"path":"config.json"'],
  ])('the tool %s with %j answers with %s', async (name, args, part) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const response = await ask('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
    expect((await response.text()).replaceAll('\\"', '"')).toContain(part);
  });
});
