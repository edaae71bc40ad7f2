// Tests the identity token in a browser, and the marks that pages show on saved models.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { models } from '../fixtures/rows.ts';
import { freshAccounts, type OpenAccounts, signIn, useAccountHub } from './account-hub.ts';
import { axeFindings, countShifts, looksAt, overflowing, shiftsOf, tabTo, type Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const ALICE = 'did:example:alice';

const hub = useAccountHub(inject('fixture').dist);
let accounts: OpenAccounts;
let open: Visit;
let page: Page;

async function visitAs(width = 1280, theme: 'light' | 'dark' = 'light'): Promise<void> {
  accounts = freshAccounts();
  hub.use(accounts);
  open = await hub.visit({ width, theme, script: true });
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
    await page.locator('.save[data-saved=true]').waitFor();
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

describe('saved models', () => {
  /** The requested paths under /api/account. */
  let asked: string[];

  beforeEach(async () => {
    await visitAs();
    asked = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/account')) asked.push(`${request.method()} ${pathname}`);
    });
  });

  const marked = () =>
    page
      .locator('button.save[data-saved=true]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.save));
  const pages = ['/', '/models/', `/models/${models.bert.id}/`];

  test.each(pages)('a signed-out visitor sees no marks on %s, and the page sends no request', async (path) => {
    await show(path);
    expect(await page.locator('button.save').count()).toBeGreaterThan(0);
    expect(await page.locator('button.save:visible, .saving:visible, .account-here:visible').count()).toBe(0);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('are marked on every page, without a new request for a list that was just read', async () => {
    await accounts.store.save(ALICE, models.bert.id);
    await show();
    await signIn(page, ALICE);
    asked.length = 0;
    for (const path of pages) {
      await show(path);
      await expect.poll(marked).toEqual([models.bert.id]);
      expect(await axeFindings(page), path).toEqual([]);
    }
    const name = await page.locator('button.save').getAttribute('aria-label');
    expect(name).toBe(null);
    expect(await text('button.save')).toBe(`Saved: ${models.bert.id}. Take it off your list`);
    expect(asked).toEqual([]);
    // Makes the session look an hour old, so that the page reads the list again: another device may have changed it.
    await page.evaluate(() => {
      const session = JSON.parse(sessionStorage.getItem('account')!) as { read: number };
      sessionStorage.setItem('account', JSON.stringify({ ...session, read: session.read - 3_600_000 }));
    });
    await accounts.store.save(ALICE, models.quants.id);
    await show('/models/');
    await expect.poll(async () => (await marked()).toSorted()).toEqual([models.bert.id, models.quants.id].toSorted());
    expect(asked).toEqual(['GET /api/account/me']);
    expect(open.complaints).toEqual([]);
  });

  test('are saved and removed by keyboard, on the model page and in a row', async () => {
    await show();
    await signIn(page, ALICE);
    await show(`/models/${models.bert.id}/`);
    expect(await tabTo(page, '.save')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(marked).toEqual([models.bert.id]);
    expect(await text('body > [role=status]')).toBe(`Saved ${models.bert.id}.`);
    expect((await accounts.store.find(ALICE))?.account.saved).toEqual([models.bert.id]);
    await show('/models/');
    const row = `.save[data-save="${models.bert.id}"]`;
    expect(await tabTo(page, row, 200)).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outline)).toMatch(/solid 2px/);
    await page.keyboard.press('Enter');
    await expect.poll(marked).toEqual([]);
    expect((await accounts.store.find(ALICE))?.account.saved).toEqual([]);
    expect(await page.locator(row).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('stay marked when results come while the visitor types', async () => {
    await accounts.store.save(ALICE, models.bert.id);
    await show();
    await signIn(page, ALICE);
    asked.length = 0;
    await show('/models/');
    await page.locator('#search').pressSequentially('tiny');
    await page.waitForURL('**/models/?search=tiny');
    await expect.poll(() => page.locator('.browse[data-asking]').count()).toBe(0);
    expect(await marked()).toEqual([models.bert.id]);
    await page.locator(`.save[data-save="${models.bert.id}"]`).click();
    await expect.poll(marked).toEqual([]);
    expect(asked).toEqual([`DELETE /api/account/saved/${models.bert.id}`]);
  });

  test('an error shows above the page, and an expired token ends the session', async () => {
    await show();
    await signIn(page, ALICE);
    await show(`/models/${models.bert.id}/`);
    for (let time = 0; time < 60; time += 1) accounts.allowance.take(ALICE, 'writes');
    await page.locator('.save').click();
    await page.locator('.trouble[role=alert]').waitFor();
    expect(await text('.trouble p')).toMatch(/Try again in \d\d seconds\.$/);
    expect(await marked()).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.locator('.trouble').count()).toBe(0);
    hub.use({ ...accounts, identity: async () => ({ fault: 'has expired' }) });
    await page.locator('.save').click();
    await page.locator('.trouble', { hasText: 'expired' }).waitFor();
    expect(await focused()).toBe('Sign in');
    expect(await page.locator('.save:visible').count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/');
  });

  test('a page from the browser’s back cache has no older session', async () => {
    await accounts.store.save(ALICE, models.bert.id);
    await show();
    await signIn(page, ALICE);
    const session = await page.evaluate(() => sessionStorage.getItem('account')!);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await show(`/models/${models.bert.id}/`);
    const comesBack = (kept: string) =>
      page.evaluate((text) => {
        sessionStorage.setItem('account', text);
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      }, kept);
    await comesBack(session);
    await expect.poll(marked).toEqual([models.bert.id]);
    expect(await page.locator('.save').isVisible()).toBe(true);
    await comesBack('null');
    expect(await page.locator('.save').isVisible()).toBe(false);
  });

  for (const { name, visitor, isRepeat } of looksAt(320, 768, 1440).filter((look) => look.visitor.script))
    test(`move nothing and fit at ${name}`, inAll(isRepeat), async () => {
      const { width, theme } = visitor;
      await open.context.close();
      await visitAs(width, theme);
      for (const { id } of Object.values(models).slice(0, 3)) await accounts.store.save(ALICE, id);
      await show();
      await signIn(page, ALICE);
      await countShifts(page);
      for (const path of [...pages, '/account/']) {
        await show(path);
        await page.locator('.save[data-saved], .account[data-filled]').first().waitFor();
        expect(await shiftsOf(page), path).toEqual([]);
        expect(await overflowing(page), path).toEqual([]);
      }
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
