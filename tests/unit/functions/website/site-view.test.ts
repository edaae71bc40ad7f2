// Tests which facts the website gets for ids that have no page, and for hashes.
import { beforeAll, expect, inject, test } from 'vitest';
import { fixedHealth, noAccounts } from '../../../../functions/hosts/memory/memory.ts';
import type { Tree } from '../../../../functions/ports/ports.ts';
import { noHolderChecks } from '../../../../functions/sources/holder-checks.ts';
import { siteView, type ViewPorts } from '../../../../functions/website/site-view.ts';
import { hashShardPath } from '../../../../src/tree/static-tree.ts';
import { baseUrl, openInMemory, origin, service } from '../../../fixtures/hub.ts';
import { treeOver } from '../../../fixtures/tree-over.ts';

let tree: Tree;
beforeAll(() => {
  tree = openInMemory(inject('fixture').dist);
});

const view = (more: Partial<ViewPorts> = {}, of = tree) => {
  const { sources } = service;
  return siteView(
    {
      health: fixedHealth(sources),
      holders: noHolderChecks,
      accounts: noAccounts(),
      sources,
      origin,
      name: service.name,
      baseUrl,
      ...more,
    },
    of,
  );
};

test('a gated model has the address of its page at its origin, and the name of that site', async () => {
  const mirrored = { ...origin, base: 'http://127.0.0.1:9' };
  expect(await view({ origin: mirrored }).model('gate', 'closed')).toEqual({
    id: 'gate/closed',
    why: 'gated',
    origin: `https://${origin.host}/gate/closed`,
  });
  const elsewhere = { ...origin, template: '/models/{id}/resolve/{revision}/{path}' };
  expect(await view({ origin: elsewhere }).model('gate', 'closed')).toEqual({ id: 'gate/closed', why: 'gated' });
});

test('an id that is not here comes with ids that have its words, and typing errors are forgiven', async () => {
  const close = async (name: string) => ((await view().model('nobody', name)) as { close?: string[] }).close;
  expect(await close('tiny-bert')).toContain('acme/tiny-bert');
  expect(await close('tiny-brrt')).toContain('acme/tiny-bert');
  expect(await close('bert-of-another-kind')).toContain('acme/tiny-bert');
  expect(await close('zzzzzz')).toBeUndefined();
  // A model has this word as its tag alone, so its name is no other spelling of what was asked for.
  expect(await close('onnx')).toBeUndefined();
  expect(await close('zzzzzz-v1')).toBeUndefined();
});

test('the page of a hash shows the first fifty files, and the number of all', async () => {
  const sha256 = 'ab'.repeat(32);
  const lines = Array.from({ length: 60 }, (_, at) => JSON.stringify([sha256, `a/m-${at}`, '0'.repeat(40), 'x']));
  const shard = `[\n${lines.join(',\n')}\n]\n`;
  const text: Tree['text'] = (path) => (path === hashShardPath('aba') ? shard : tree.text(path));
  const { total, files } = await view({}, treeOver(tree, { text })).hash(sha256);
  expect([total, files.length]).toEqual([60, 50]);
});
