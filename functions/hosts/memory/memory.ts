// Makes a hub in memory, for tests and for runtimes without a disk.

import { html } from '../../../src/basics/html.ts';
import { MAX_OBJECT } from '../../../src/basics/limits.ts';
import type { AccountStore } from '../../../src/service/account-store.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { createHub, type Hub } from '../../hub/hub.ts';
import { createAllowance } from '../../ports/allowance.ts';
import type { PublishingPort } from '../../ports/objects-port.ts';
import type { AccountsPort, DemandPort, HealthPort, Ports, Tree } from '../../ports/ports.ts';
import { noHolderChecks } from '../../sources/holder-checks.ts';
import { hourCounts } from '../../sources/hour-counts.ts';
import { memoryBytes } from '../../stores/bytes/memory-bytes.ts';
import { PublishedObjects } from '../../stores/objects/object-store.ts';
import { noLog } from '../../stores/tree/log-files.ts';

/** Returns a health in which every source is up. No source is probed. */
export function fixedHealth(sources: readonly Source[]): HealthPort {
  return {
    isOk: () => true,
    spells: () => ({}),
    current: () => ({
      sources: Object.fromEntries(sources.map(({ host }) => [host, { ok: true, checked: null }])),
      order: sources.map(({ host }) => host),
    }),
  };
}

/** Makes a demand port that only collects model ids in `ids`. */
export function rememberedDemand(ids: Set<string> = new Set()): DemandPort {
  return { record: (id) => void ids.add(id) };
}

/** Makes the accounts port of a hub without sign-in. Nobody can sign in, so its store gets no call but checks. */
export const noAccounts = (): AccountsPort => ({
  identity: undefined,
  store: { async check() {} } as AccountStore,
  allowance: createAllowance(),
});

/** The settings of a hub to which nobody may publish. */
const closedPublishing: PublishingPort = { open: false, holdsToken: () => false, limit: MAX_OBJECT };

/** Answers every path of the website with a plain page that depends only on the status. */
const plainPages: PagePort = {
  async render({ status }) {
    const page = html`<!doctype html><title>Model Hub</title><p>${status === 200 ? 'A page.' : 'No such page.'}\n`;
    return { status, html: new TextEncoder().encode(page.text) };
  },
};

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
    activity: hourCounts(given.sources),
    demand: rememberedDemand(),
    accounts: noAccounts(),
    pages: plainPages,
    compress,
    objects: new PublishedObjects(memoryBytes(), { onDamage() {} }),
    publishing: closedPublishing,
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
