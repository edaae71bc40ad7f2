// Tests the account page: signed out and in, with script and without, by keyboard, and when the service refuses.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import { inAll } from '../fixtures/in-all.ts';
import { models } from '../fixtures/rows.ts';
import { freshAccounts, type OpenAccounts, signIn, useAccountHub } from './account-hub.ts';
import { axeFindings, looksAt, overflowing, tabTo, type Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const ALICE = 'did:example:alice';
const LONG = `${'long-owner-'.repeat(8)}name/${'a-very-long-model-name-'.repeat(4)}end`;

const hub = useAccountHub(inject('fixture').dist);
let accounts: OpenAccounts;
let open: Visit;
let page: Page;

async function visitAs(script: boolean, width = 1280, theme: 'light' | 'dark' = 'light'): Promise<void> {
  accounts = freshAccounts();
  hub.use(accounts);
  open = await hub.visit({ width, theme, script });
  page = open.page;
}

const show = () => page.goto(`${hub.url}/account/`);
const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
const text = (selector: string) => page.locator(selector).textContent();
const saved = async () => (await accounts.store.find(ALICE))?.account.saved ?? [];

for (const { name: look, visitor, isRepeat } of looksAt(320, 768, 1440))
  describe(look, inAll(isRepeat), () => {
    const states = {
      'signed out': async () => void (await show()),
      'signed in': async () => {
        for (const id of [LONG, 'nobody/not-indexed', models.bert.id]) await accounts.store.save(ALICE, id);
        await show();
        await signIn(page, ALICE);
      },
      'without sign-in': async () => {
        hub.use({ ...accounts, identity: undefined, signIn: undefined });
        await show();
      },
    };
    const { width, theme, script } = visitor;
    const shown = Object.entries(states).filter(([name]) => script || name !== 'signed in');
    test.each(shown)('%s: the page fits the window, reports no error and is accessible', async (_, show) => {
      await visitAs(script, width, theme);
      await show();
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator('style, [style], script:not([src])').count()).toBe(0);
      if (script) expect(await axeFindings(page)).toEqual([]);
      expect(open.complaints).toEqual([]);
      await open.context.close();
    });
  });

test('without script it says what an account is for, and links the API that does the same', async () => {
  await visitAs(false);
  expect((await show())?.status()).toBe(200);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('main :is(form, button):visible').count()).toBe(0);
  for (const part of ['accounts', 'privacy'])
    expect(await page.locator(`main a[href="/docs/api/#${part}"]:visible`).count()).toBeGreaterThan(0);
  hub.use({ ...accounts, signIn: undefined });
  await page.reload();
  expect(await text('main')).toContain('Sign-in is off');
  expect(await page.locator('main form').count()).toBe(0);
  hub.use({ ...accounts, identity: undefined, signIn: undefined });
  await page.reload();
  expect(await page.locator('main form').count()).toBe(0);
});

describe('by keyboard alone', () => {
  beforeEach(async () => {
    await visitAs(true);
    await show();
  });

  test('saved models are removed, and the focus stays on the page', async () => {
    for (const id of ['acme/one', 'acme/two', 'acme/three']) await accounts.store.save(ALICE, id);
    await signIn(page, ALICE);
    expect(await text('#account-did')).toBe(ALICE);
    const { account } = (await accounts.store.find(ALICE))!;
    expect(await page.locator('#account-created time').getAttribute('datetime')).toBe(account.created);
    expect(await page.locator('.saved-list a').allTextContents()).toEqual(await saved());
    await tabTo(page, '[data-remove="acme/two"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('#account-told')).toBe('Took acme/two off your list.');
    expect(await focused()).toBe('Remove acme/one');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Remove acme/three');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('saved-title');
    expect(await saved()).toEqual([]);
    expect(await page.locator('#saved-none').isVisible()).toBe(true);
  });

  test('a visitor requests a model by its id or address', async () => {
    await signIn(page, ALICE);
    await tabTo(page, '#request');
    for (const [model, told] of [
      ['nobody/none', 'Asked for nobody/none.'],
      ['https://elsewhere.example/nobody/none/tree/main', 'You had asked for nobody/none before.'],
    ] as const) {
      await page.keyboard.insertText(model);
      await page.keyboard.press('Enter');
      await expect.poll(() => text('#account-told')).toBe(told);
    }
    expect(await text('#account-requests')).toBe('You have asked for 1 model so far.');
    expect((await accounts.store.find(ALICE))!.open).toEqual(['nobody/none']);
  });

  test('every control shows where the focus is', async () => {
    await accounts.store.save(ALICE, 'acme/one');
    const walk = async (controls: string[]) => {
      for (const control of controls) {
        expect(await tabTo(page, control), control).toBe(true);
        expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outline), control).toMatch(
          /solid 2px/,
        );
      }
    };
    await walk(['[data-press=provider]']);
    await signIn(page, ALICE);
    await walk(['[data-press=sign-out]', '[data-remove]', '#request', '[value=ask]', '[value=save]']);
  });
});

describe('when the service refuses', () => {
  beforeEach(async () => {
    await visitAs(true);
    await show();
    await signIn(page, ALICE);
  });

  const ask = async (model: string) => {
    await page.locator('#request').fill(model);
    await page.keyboard.press('Enter');
  };
  const error = (part: string | RegExp) => page.locator('#account-error', { hasText: part }).waitFor();

  test('a token that expired ends the session', async () => {
    hub.use({ ...accounts, identity: async () => ({ fault: 'has expired' }) });
    await ask('nobody/none');
    await error('The identity token has expired: sign in again.');
    expect(await focused()).toBe('sign-in-title');
    expect(await page.locator('.account').isVisible()).toBe(false);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('the reason is an alert, and says when to try again', async () => {
    await ask('no-id');
    await error('owner/name');
    for (let at = 0; at < 50; at += 1) await accounts.store.request(ALICE, `nobody/m${at}`, () => false);
    await ask('nobody/one-more');
    await error('50 requests of this account are open');
    for (let time = 0; time < 60; time += 1) accounts.allowance.take(ALICE, 'writes');
    await ask('nobody/none');
    await error(/^More than 60 writes in a minute: .* Try again in \d\d seconds\.$/);
    expect(await page.locator('#account-error').getAttribute('role')).toBe('alert');
    const away = () => Promise.reject(new StoreUnavailable('gone'));
    hub.use({ ...freshAccounts(), store: { ...accounts.store, read: away } });
    await page.reload();
    await error(/can not be reached just now.* Try again in 5 seconds\.$/);
  });

  test('while the service can’t be reached, the page keeps the session', async () => {
    await page.route('**/api/**', (route) => route.abort());
    await ask('acme/one');
    await error('could not be reached');
    expect(await page.locator('#request').inputValue()).toBe('acme/one');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(1);
  });
});
