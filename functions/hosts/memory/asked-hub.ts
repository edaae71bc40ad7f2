// Opens a hub over a tree in this process, without a port. The hub probes, stores and publishes nothing, so it always
// gives the same answers.
import type { Service } from '../../../src/service/service.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { directionsOf } from '../../models/model.ts';
import { sourcedModel } from '../../models/model-lists.ts';
import type { Tree } from '../../ports/ports.ts';
import { toFetch } from '../../rim/fetch-hub.ts';
import { noHolderChecks } from '../../sources/holder-checks.ts';
import { hourCounts } from '../../sources/hour-counts.ts';
import { siteView } from '../../website/site-view.ts';
import { createMemoryHub, fixedHealth, noAccounts } from './memory.ts';

type Sources = Pick<Service, 'sources' | 'origin'>;

const fixed = ({ baseUrl }: Tree, { sources, origin }: Sources) => ({
  ...{ sources, baseUrl },
  origin: sources.find(({ token }) => token === origin)!,
});

/** Returns the facts that a hub knows about `tree` before any probe or request. */
export function viewHub(tree: Tree, service: Sources) {
  const { sources } = service;
  const beside = {
    ...{ health: fixedHealth(sources), holders: noHolderChecks },
    ...{ activity: hourCounts(sources), accounts: noAccounts() },
  };
  return {
    site: siteView({ ...fixed(tree, service), ...beside }, tree),
    directions: async (owner: string, name: string) => directionsOf(tree, owner, name, sources),
    async listed(owner: string, name: string) {
      const found = await directionsOf(tree, owner, name, sources);
      return found && !('gated' in found) ? sourcedModel(tree, found) : undefined;
    },
  };
}

/**
 * Makes a hub in memory, and returns a function that sends requests to it. The function rejects if the hub itself
 * fails.
 */
export function askHub(tree: Tree, service: Sources, pages: PagePort) {
  const answer = toFetch(createMemoryHub(tree, { ...fixed(tree, service), pages }));
  return (path: string, init?: RequestInit) => answer(new Request(tree.baseUrl + path, init));
}
