// Opens a hub over a tree in this process, without a port. The hub probes, stores and publishes nothing unless it is
// given a port that does.
import { MAX_OBJECT } from '../../../src/basics/limits.ts';
import type { AccountStore } from '../../../src/service/account-store.ts';
import type { Service, Source } from '../../../src/service/service.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { createHub, type Hub } from '../../hub/hub.ts';
import { directionsOf } from '../../models/model.ts';
import { sourcedModel } from '../../models/model-lists.ts';
import { createAllowance } from '../../ports/allowance.ts';
import type { AccountsPort, HealthPort, Ports, Tree } from '../../ports/ports.ts';
import { toFetch } from '../../rim/fetch-hub.ts';
import { noHolderChecks } from '../../sources/holder-checks.ts';
import { memoryBytes } from '../../stores/bytes/memory-bytes.ts';
import { publishedObjects } from '../../stores/objects/object-store.ts';
import { noLog } from '../../stores/tree/log-files.ts';
import { siteView } from '../../website/site-view.ts';

/** Returns a health in which every source is up. No source is probed. */
export function fixedHealth(sources: readonly Source[]): HealthPort {
  return {
    isOk: () => true,
    sentWrong: () => false,
    spells: () => ({}),
    current: () => ({
      sources: Object.fromEntries(sources.map(({ host }) => [host, { ok: true, checked: null }])),
      order: sources.map(({ host }) => host),
    }),
  };
}

/** Makes the accounts port of a hub without sign-in. Nobody can sign in, so its store gets no call but checks. */
export const noAccounts = (): AccountsPort => ({
  identity: undefined,
  store: { async check() {} } as AccountStore,
  allowance: createAllowance(),
});

/** A page for every path of the website. */
const PLAIN_PAGE = new TextEncoder().encode('<!doctype html><title>Model Hub</title><p>A page.\n');

/**
 * Makes a hub over `tree`, or a hub without a tree. Each port that `given` leaves out is a simple one in memory. A
 * fault is thrown, not reported.
 */
export function createMemoryHub(
  tree: Tree | undefined,
  given: Pick<Ports, 'sources' | 'origin' | 'baseUrl'> & Partial<Ports>,
): Hub {
  const compress = given.compress ?? {};
  return createHub({
    tree: () => tree?.served({ ...given, compress }),
    log: noLog,
    health: fixedHealth(given.sources),
    holders: noHolderChecks,
    demand: { record() {} },
    accounts: noAccounts(),
    pages: { render: async ({ status }) => ({ status, html: PLAIN_PAGE }) },
    compress,
    objects: publishedObjects(memoryBytes(), { onDamage() {} }),
    publishing: { open: false, holdsToken: () => false, limit: MAX_OBJECT },
    name: 'Model Hub',
    version: '0.0.0',
    hosts: new Set(),
    onUnknownName() {},
    spacesUrl: undefined,
    holdsRegistryToken: () => false,
    onFault: (error) => {
      throw error;
    },
    ...given,
  });
}

type Sources = Pick<Service, 'name' | 'sources' | 'origin'>;

const fixed = ({ baseUrl }: Tree, { name, sources, origin }: Sources) => ({
  name,
  sources,
  baseUrl,
  origin: sources.find(({ token }) => token === origin)!,
});

/** Returns the facts that a hub knows about `tree` before any probe or request. */
export function viewHub(tree: Tree, service: Sources) {
  const { sources } = service;
  const beside = {
    health: fixedHealth(sources),
    holders: noHolderChecks,
    accounts: noAccounts(),
  };
  return {
    /** The hub as the pages of the website see it. */
    site: siteView({ ...fixed(tree, service), ...beside }, tree),
    /** Returns the directions to a model's files; undefined if the index lacks the model. */
    directions: async (owner: string, name: string) => directionsOf(tree, owner, name, sources),
    /**
     * Returns a model as the lists for downloaders show it; undefined if the index lacks the model, or if the model is
     * gated.
     */
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
