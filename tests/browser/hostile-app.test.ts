// Tests a hostile app in the tab of a signed-in person: the app reads nothing that the hub's pages keep.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { signIn, useAccountHub } from './account-hub.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const ALICE = 'did:example:alice';
const files = {
  'index.html': '<!doctype html><title>Harmless</title><body><script src="./assets/attack.js"></script>',
  'assets/attack.js': readFileSync(join(import.meta.dirname, 'hostile-app.js'), 'utf8'),
  'sw.js': 'onfetch = (event) => event.respondWith(new Response("mine"));',
};

/** The results of attempts to reach the hub's pages, which have another origin than the app. */
const ofAnother = {
  popup: 'SecurityError',
  frameSession: 'SecurityError',
  frameDocument: 'SecurityError',
  accountWithCredentials: 'TypeError',
  // The request has no token, so the hub answers with 401.
  account: '401',
  referrer: '""',
  windowName: '""',
};
/** The results of an app without an origin: the browser stores nothing for the app and lets it open no window. */
const withoutOrigin = {
  ...ofAnother,
  ...{ session: 'SecurityError', local: 'SecurityError', cookie: 'SecurityError', setCookie: 'SecurityError' },
  ...{ databases: 'SecurityError', database: 'SecurityError', caches: 'SecurityError', directories: 'SecurityError' },
  ...{ serviceWorker: 'SecurityError', sharedWorker: 'SecurityError', popup: 'TypeError' },
};
/** The results of an app with an origin of its own, whose storage is empty. */
const withItsOwn = {
  ...ofAnother,
  ...{ session: '{}', local: '{}', cookie: '""', setCookie: '"app=1"' },
  ...{ databases: '[]', database: '[]', caches: '[]', directories: '""' },
  ...{ serviceWorker: 'SecurityError', sharedWorker: '"[object MessagePort]"' },
};

describe.each([
  ['without an origin', false, withoutOrigin],
  ['at an address of apps', true, withItsOwn],
] as const)('a hostile app %s', (_, apart, expected) => {
  const hub = useAccountHub(inject('fixture').dist, { id: 'hostile', files, apart });
  let signedIn: Page;
  let token: string;

  beforeEach(async () => {
    signedIn = await (await hub.browser.newContext()).newPage();
    await signedIn.goto(`${hub.url}/account/`);
    token = await signIn(signedIn, ALICE);
    await signedIn.evaluate(plant);
  });

  const path = () => `/spaces/hostile/?hub=${hub.url}`;

  async function outcomesOf(page: Page): Promise<Record<string, string>> {
    await page.waitForURL(`${hub.appsUrl}/spaces/hostile/**`);
    const outcomes = await page.evaluate(() => (globalThis as unknown as { outcomes: Promise<object> }).outcomes);
    return outcomes as Record<string, string>;
  }

  test('gets nothing from the tab of a signed-in person, and leaves nothing there', async () => {
    await signedIn.goto(hub.url + path());
    const outcomes = await outcomesOf(signedIn);
    const opener = { openerSession: 'TypeError', openerDocument: 'TypeError', openerFetch: 'TypeError' };
    expect(outcomes).toEqual({ ...expected, ...opener });
    await signedIn.goto(`${hub.url}/account/`);
    await signedIn.locator('.account[data-filled]').waitFor();
    expect(await signedIn.evaluate(kept)).toEqual({
      ...{ session: expect.stringContaining(token), local: { planted: 'local' }, cookie: 'planted=cookie' },
      ...{ databases: ['planted'], workers: 0 },
    });
  });

  test('gets nothing from the page that opened it', async () => {
    const opened = signedIn.context().waitForEvent('page');
    await signedIn.evaluate((to) => void window.open(to), path());
    const opener = { openerSession: 'SecurityError', openerDocument: 'SecurityError', openerFetch: 'SecurityError' };
    expect(await outcomesOf(await opened)).toEqual({ ...expected, ...opener });
    expect(signedIn.url()).toBe(`${hub.url}/account/`);
  });

  test('can’t be shown in a frame of another page', async () => {
    await signedIn.evaluate(async (src) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.src = src;
      await new Promise((resolve) => {
        frame.onload = resolve;
      });
    }, path());
    const [, frame] = signedIn.frames();
    expect(frame!.url()).not.toContain('/spaces/');
    expect(await frame!.title()).not.toBe('Harmless');
  });
});

/** Writes something to every store in which a page of the hub could keep data. */
async function plant(): Promise<void> {
  localStorage.setItem('planted', 'local');
  // biome-ignore lint/suspicious/noDocumentCookie: there is no other way in an older browser, and an app would look here
  document.cookie = 'planted=cookie; path=/';
  await new Promise((resolve) => {
    const opened = indexedDB.open('planted');
    opened.onupgradeneeded = () => opened.result.createObjectStore('secrets');
    opened.onsuccess = resolve;
  });
}

/** Reads what `plant` wrote, the stored session, and the number of service workers. */
async function kept(): Promise<object> {
  return {
    session: sessionStorage.getItem('account'),
    local: { ...localStorage },
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  };
}
