// Tests the website’s view of ids that have no page.
import { beforeAll, expect, inject, test } from 'vitest';
import { fixedHealth, rememberedAccounts } from '../../../../functions/hosts/memory/memory.ts';
import type { Tree } from '../../../../functions/ports/ports.ts';
import { noHolderChecks } from '../../../../functions/sources/holder-checks.ts';
import { siteView, type ViewPorts } from '../../../../functions/website/site-view.ts';
import { baseUrl, openInMemory, origin, service } from '../../../fixtures/hub.ts';

let tree: Tree;
beforeAll(() => {
  tree = openInMemory(inject('fixture').dist);
});

const view = (more: Partial<ViewPorts> = {}) => {
  const { sources } = service;
  return siteView(
    {
      health: fixedHealth(sources),
      holders: noHolderChecks,
      accounts: rememberedAccounts(),
      sources,
      origin,
      baseUrl,
      ...more,
    },
    tree,
  );
};

test('a gated model comes with its page at its origin, under that site’s own name', async () => {
  const mirrored = { ...origin, base: 'http://127.0.0.1:9' };
  expect(await view({ origin: mirrored }).model('gate', 'closed')).toEqual({
    id: 'gate/closed',
    why: 'gated',
    origin: `https://${origin.host}/gate/closed`,
  });
  const elsewhere = { ...origin, template: '/models/{id}/resolve/{revision}/{path}' };
  expect(await view({ origin: elsewhere }).model('gate', 'closed')).toEqual({ id: 'gate/closed', why: 'gated' });
});
