// Makes the hub that answers the examples of the API description. It reads the tree that is being built, has no
// network, and its clock stands still. Publishing and sign-in are open, because the description shows examples of them.

import { MAX_OBJECT } from '../../../src/basics/limits.ts';
import type { DocumentFacts } from '../../../src/dialects/discovery/facts/hub-facts.ts';
import type { Source } from '../../../src/service/sources.ts';
import { Allowance } from '../../ports/allowance.ts';
import type { HealthPort, Tree } from '../../ports/ports.ts';
import type { SignIn } from '../../ports/sign-in.ts';
import { toFetch } from '../../rim/fetch-hub.ts';
import { healthBy, UNPROBED } from '../../sources/by-host.ts';
import { memoryStore } from '../../stores/bytes/memory-store.ts';
import { logHere } from '../../stores/tree/log-files.ts';
import { createMemoryHub, fixedHealth } from './memory.ts';
import { memoryAccounts } from './memory-accounts.ts';
import { rememberedObjects } from './memory-objects.ts';

/**
 * Makes a new hub. Without a `tree` it answers like a hub that is still starting. `log` holds the files of the
 * transparency log.
 */
export function exampleHub(
  tree: Tree | undefined,
  { baseUrl, service, snapshot, version }: DocumentFacts,
  log: ReadonlyMap<string, Uint8Array> = new Map(),
) {
  const { sources } = service;
  const now = Date.parse(snapshot) || 0;
  const answer = toFetch(
    createMemoryHub(tree, {
      ...{ sources, baseUrl, version },
      origin: sources.find(({ token }) => token === service.origin) as Source,
      health: unprobed(sources),
      log: logHere(memoryStore(log)),
      objects: rememberedObjects(() => now),
      publishing: { open: true, holdsToken: () => true, limit: MAX_OBJECT },
      accounts: {
        identity: async () => ({ did: 'did:example:alice' }),
        signIn: exampleSignIn,
        store: memoryAccounts(() => new Date(now)),
        allowance: new Allowance(() => 0),
      },
    }),
  );
  return (path: string, init?: RequestInit) => answer(new Request(baseUrl + path, init));
}

/** Sign-in at a provider that accepts everybody. */
const exampleSignIn: SignIn = {
  provider: 'login.example',
  async offer(redirect) {
    const issuer = 'https://login.example';
    return {
      ...{ issuer, client_id: 'model-hub', authorization_endpoint: `${issuer}/authorize`, redirect_uri: redirect },
      ...{ response_mode: 'fragment', scope: 'openid' },
    };
  },
  exchange: async () => ({ token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl' }),
};

/** Returns the health of the sources as it is before the first probe. */
function unprobed(sources: readonly Source[]): HealthPort {
  return { ...fixedHealth(sources), current: () => healthBy(sources, () => UNPROBED) };
}
