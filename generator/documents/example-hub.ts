// The hub that is asked for the examples of the API description: over the tree that is being made, with a clock that stands
// still and no network. Publishing and sign-in are open, since the description shows them too.

import { createMemoryHub, fixedHealth } from '../../functions/hosts/memory/memory.ts';
import { memoryAccounts } from '../../functions/hosts/memory/memory-accounts.ts';
import { rememberedObjects } from '../../functions/hosts/memory/memory-objects.ts';
import { toFetch } from '../../functions/hosts/web/web.ts';
import { Allowance } from '../../functions/ports/allowance.ts';
import type { HealthPort, Tree } from '../../functions/ports/ports.ts';
import type { SignIn } from '../../functions/ports/sign-in.ts';
import { memoryStore } from '../../functions/stores/bytes/memory-store.ts';
import { logHere } from '../../functions/stores/tree/log-files.ts';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import type { HubFacts } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Source } from '../../src/service/sources.ts';

/** Asks for a path; `headers` and the rest are as `fetch` takes them. */
export type AskHub = (path: string, init?: RequestInit) => Promise<Response>;

/** A new hub, where nobody has done anything yet. Without a `tree` it is one that is only starting. `log` are the files of its log. */
export function exampleHub(
  tree: Tree | undefined,
  { baseUrl, service, snapshot, version }: HubFacts,
  log: ReadonlyMap<string, Uint8Array> = new Map(),
): AskHub {
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
  return (path, init) => answer(new Request(baseUrl + path, init));
}

/** Sign-in at a provider that knows everybody. */
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

/** Gives health as it is before the first probe. */
function unprobed(sources: readonly Source[]): HealthPort {
  const unknown = { ok: true, checked: null, reason: 'unprobed' } as const;
  return {
    ...fixedHealth(sources),
    current: () => ({
      sources: Object.fromEntries(sources.map(({ host }) => [host, unknown])),
      order: sources.map(({ host }) => host),
    }),
  };
}
