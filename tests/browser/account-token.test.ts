// Tests the identity token in a browser.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { models } from '../fixtures/rows.ts';
import { freshAccounts, type OpenAccounts, signIn, useAccountHub } from './account-hub.ts';
import type { Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const ALICE = 'did:example:alice';

const hub = useAccountHub(inject('fixture').dist);
let accounts: OpenAccounts;
let open: Visit;
let page: Page;

async function visitAs(): Promise<void> {
  accounts = freshAccounts();
  hub.use(accounts);
  open = await hub.visit({ width: 1280, theme: 'light', script: true });
  page = open.page;
}

const show = (path = '/account/') => page.goto(hub.url + path, { waitUntil: 'networkidle' });
const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
const text = (selector: string) => page.locator(selector).textContent();

describe('the token', () => {
  interface Sent {
    url: string;
    all: string;
  }
  let requests: Sent[];

  beforeEach(async () => {
    await visitAs();
    requests = [];
    page.on('request', (request) => {
      const all = JSON.stringify([request.url(), request.headers(), request.postData()]);
      requests.push({ url: request.url(), all });
    });
  });

  /**
   * Lists the places that contain `secret`: the document, its fields, its address, the cookies, the storage of the tab.
   */
  const whereabouts = (secret: string) =>
    page.evaluate((text) => {
      const places = {
        document: document.documentElement.outerHTML,
        fields: [...document.querySelectorAll('input')].map(({ value }) => value).join(),
        address: location.href,
        cookie: document.cookie,
        local: JSON.stringify({ ...localStorage }),
        session: JSON.stringify({ ...sessionStorage }),
      };
      return Object.entries(places).flatMap(([place, holds]) => (holds.includes(text) ? [place] : []));
    }, secret);

  test('is sent to account routes only, and is forgotten on leaving', async () => {
    await show();
    await accounts.store.save(ALICE, models.bert.id);
    const sent = await signIn(page, ALICE);
    await page.locator('.saved-list a').waitFor();
    expect(await whereabouts(sent)).toEqual(['session']);
    await page.locator('.saved-list a').click();
    await page.goto(`${hub.url}/models/`, { waitUntil: 'networkidle' });
    await page.goto(`${hub.url}/docs/api/`);
    await show();
    await page.locator('[data-remove]').click();
    await expect.poll(() => page.locator('.saved-list li').count()).toBe(0);
    const [secret] = sent.split('.').slice(-1);
    const carrying = requests.filter(({ all }) => all.includes(secret!));
    expect(carrying.length).toBeGreaterThan(2);
    for (const { url, all } of carrying) {
      expect(new URL(url).pathname).toMatch(/^\/api\/account\/(me|saved)/);
      expect(all.split(secret!)).toHaveLength(2);
      expect(all).toContain(`"authorization":"Bearer ${sent}"`);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await focused()).toBe('sign-in-title');
    expect(await whereabouts(secret!)).toEqual([]);
    expect(await text('#account-told')).toContain('Signed out');
    expect(await page.locator('.account').textContent()).not.toContain(ALICE);
    requests.length = 0;
    await page.reload({ waitUntil: 'networkidle' });
    expect(requests.filter(({ url }) => url.includes('/api/'))).toEqual([]);
    expect(await page.locator('.sign-in').isVisible()).toBe(true);
  });

  test('stays in its tab', async () => {
    await show();
    await signIn(page, ALICE);
    const other = await open.context.newPage();
    await other.goto(`${hub.url}/account/`);
    expect(await other.locator('.sign-in').isVisible()).toBe(true);
  });
});

test('no text of an account becomes markup', async () => {
  await visitAs();
  const markup = '"><img src=x onerror=alert(1)><b>y</b>';
  const read = async () => ({
    did: markup,
    created: markup,
    wallet: markup,
    saved: [markup, `a/${markup}`],
    requests: 1,
  });
  hub.use({ ...accounts, store: { ...accounts.store, read } });
  await show();
  await signIn(page, markup);
  expect(await text('#account-did')).toBe(markup);
  expect(await page.locator('.saved-list li > span').allTextContents()).toEqual([markup, `a/${markup}`]);
  expect(await page.locator('main :is(img, b), .saved-list a').count()).toBe(0);
  expect(open.complaints).toEqual([]);
});
