// Serves the real hub with the real website and accounts in memory, on loopback, for browser tests of the account.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { createIdentityCheck } from '../../functions/account/identity.ts';
import { createMemoryHub, fixedHealth } from '../../functions/hosts/memory/memory.ts';
import { createAllowance } from '../../functions/ports/allowance.ts';
import type { AccountsPort } from '../../functions/ports/ports.ts';
import { openPlainWebsite } from '../../functions/rim/built-pages.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import type { AccountAdmin, AccountStore } from '../../src/service/account-store.ts';
import { linkBuiltWebsite } from '../fixtures/built-website.ts';
import { editTree } from '../fixtures/edited-tree.ts';
import { baseUrl, origin, service } from '../fixtures/hub.ts';
import { audience, issuer, publicKey, tokenFor } from '../fixtures/identity.ts';
import { servedHub } from '../fixtures/loopback-server.ts';
import { sqliteAccounts } from '../fixtures/sqlite-accounts.ts';
import { useVisits } from './site.ts';

/** Accounts whose store a test can read. */
export interface OpenAccounts extends AccountsPort {
  store: AccountStore & AccountAdmin;
}

interface AccountHub {
  /** The address at which the hub listens. The pages print the address of the fixture unless `isOwn` is true. */
  url: string;
  /** The address at which the hub serves apps. */
  appsUrl: string;
  /** Uses these accounts from the next request on. */
  use(accounts: AccountsPort): void;
  close(): Promise<void>;
}

const unasked = () => Promise.reject(new Error('no test signs in at this provider'));

/** Makes empty accounts, which accept tokens of the test identity provider. */
export const freshAccounts = (): OpenAccounts => ({
  identity: createIdentityCheck({ key: publicKey, issuer, audience, now: Date.now }),
  signIn: { provider: 'provider.example', offer: unasked, exchange: unasked },
  store: sqliteAccounts(),
  allowance: createAllowance(),
});

/** An app whose files a test writes without a build. If `apart`, the hub serves the app at an origin of its own. */
export interface PlantedApp {
  id: string;
  /** The content of each file, by path. */
  files: Record<string, string>;
  apart: boolean;
}

/**
 * Starts a hub with the index under `fixture`, a website built for it, and `app`. If `isOwn`, pages print the hub's own
 * address.
 */
export function useAccountHub(fixture: string, app?: PlantedApp, isOwn = app?.apart === true) {
  return useVisits(
    () => startAccountHub(fixture, app, isOwn),
    ({ url }) => url,
  );
}

async function startAccountHub(fixture: string, app: PlantedApp | undefined, isOwn: boolean): Promise<AccountHub> {
  const dist = await mkdtemp(join(tmpdir(), 'hub-account-'));
  await linkBuiltWebsite(dist);
  for (const part of ['current', 'packs', 'objects'])
    await cp(join(fixture, part), join(dist, part), { recursive: true });
  if (app)
    editTree(dist, `spaces/${app.id}`, (entries) => {
      for (const [path, text] of Object.entries(app.files)) entries.set(`spaces/${app.id}/${path}`, Buffer.from(text));
    });
  const tree = openTree(dist);
  let accounts: AccountsPort = freshAccounts();
  let appsUrl: string | undefined;
  const { base: url, close } = await servedHub((url) => {
    appsUrl = app?.apart ? url.replace('127.0.0.1', 'localhost') : undefined;
    const { sources } = service;
    return createMemoryHub(tree, {
      ...{ sources, origin, baseUrl: isOwn ? url : baseUrl, health: fixedHealth(sources) },
      ...{ accounts: forwarded(() => accounts), pages: openPlainWebsite(dist), spacesUrl: appsUrl },
    });
  });
  return {
    url,
    appsUrl: appsUrl ?? url,
    use(next) {
      accounts = next;
    },
    async close() {
      await close();
      await rm(dist, { recursive: true });
    },
  };
}

/** Returns account ports that forward each access to the current ports, because the hub gets its ports only once. */
const forwarded = (now: () => AccountsPort) =>
  new Proxy({} as AccountsPort, { get: (_, name) => now()[name as keyof AccountsPort] });

/** Signs in: stores a token in the tab as the account page does. Returns the token. */
export async function signIn(page: Page, did: string): Promise<string> {
  const sent = tokenFor(did);
  await page.evaluate((token) => sessionStorage.setItem('account', token), sent);
  await page.reload({ waitUntil: 'networkidle' });
  await page.locator(':root[data-account]').waitFor();
  return sent;
}
