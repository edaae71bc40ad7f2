// Tests a hub with a remote tree that can't be read at the moment. The hub answers 503 with `Retry-After` in the
// caller's format, without an internal error.
import { beforeEach, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../../../functions/hub/hub.ts';
import { openTree } from '../../../../functions/stores/tree/node-tree.ts';
import { StoreAway } from '../../../../src/tree/store.ts';
import { baseUrl, origin, service } from '../../../fixtures/hub.ts';
import { treeOver } from '../../../fixtures/tree-over.ts';

let hub: Hub;
beforeEach(() => {
  const away = async () => {
    throw new StoreAway('s3://bucket/packs/00 answered 500');
  };
  const tree = treeOver(openTree(inject('fixture').dist), { read: away, text: away, range: away });
  const pages = {
    async render() {
      return { status: 500, html: new Uint8Array(), fault: new StoreAway('s3://bucket/packs/00 answered 500') };
    },
  };
  const onFault = (error: unknown) => expect.unreachable(String(error));
  hub = createMemoryHub(tree, { sources: service.sources, origin, baseUrl, pages, onFault });
});

test.each([
  ['/api/models/acme/tiny-bert', 'application/json', /"error":"The place that holds this can not be read just now/],
  ['/v2/acme/tiny-bert/manifests/latest', 'application/json', /"errors":\[/],
  ['/llms.txt', 'text/plain', /The place that holds this/],
  ['/models/', 'text/html', /The place that holds this/],
])('%s gets a 503 while the tree is away', async (target, accept, said) => {
  const header = (name: string) => (name === 'accept' ? accept : undefined);
  const ask = { method: 'GET', target, header, authorization: () => undefined, body: async () => undefined };
  const { status, headers, body } = await hub(ask);
  expect(status).toBe(503);
  expect(headers[headers.indexOf('Retry-After') + 1]).toBe('5');
  expect(headers[headers.indexOf('Cache-Control') + 1]).toBe('no-store');
  expect(String(body)).toMatch(said);
});
