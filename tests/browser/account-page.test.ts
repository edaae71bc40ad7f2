// Tests the account page: signed out and in, with script and without, by keyboard, and when the service refuses.
import { join } from 'node:path';
import { env } from 'node:process';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import { claims, token, tokenFor } from '../fixtures/identity.ts';
import { inAll } from '../fixtures/in-all.ts';
import { models } from '../fixtures/rows.ts';
import { freshAccounts, type OpenAccounts, signIn, useAccountHub } from './account-hub.ts';
import { axeFindings } from './axe.ts';
import { looksAt } from './looks.ts';
import { overflowing, tabTo, type Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const ALICE = 'did:example:alice';
const LONG = `${'long-owner-'.repeat(8)}name/${'a-very-long-model-name-'.repeat(4)}end`;
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
/** The folder for screenshots. Without the environment variable PICTURES, the tests make no screenshots. */
const pictures = env.PICTURES;

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

const show = (rest = '') => page.goto(`${hub.url}/account/${rest}`);
const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
const text = (selector: string) => page.locator(selector).textContent();
const saved = async (did = ALICE) => (await accounts.store.find(did))?.account.saved ?? [];

for (const { name: look, visitor, isRepeat } of looksAt(320, 768, 1440))
  describe(look, inAll(isRepeat), () => {
    const states = {
      'signed out': async () => void (await show()),
      'signed in': async () => {
        for (const id of [LONG, 'nobody/not-indexed', models.bert.id]) await accounts.store.save(ALICE, id);
        await accounts.store.setWallet(ALICE, WALLET);
        await show();
        await signIn(page, ALICE);
      },
      refused: async () => {
        await show();
        await page.locator('#token').fill('no token');
        await page.keyboard.press('Enter');
      },
      'without sign-in': async () => {
        hub.use({ ...accounts, identity: undefined });
        await show();
      },
    };
    const { width, theme, script } = visitor;
    const shown = Object.entries(states).filter(([name]) => script || !['signed in', 'refused'].includes(name));
    test.each(shown)('%s: the page fits the window, reports no error and is accessible', async (name, show) => {
      await visitAs(script, width, theme);
      await show();
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator('style, [style], script:not([src])').count()).toBe(0);
      if (script) expect(await axeFindings(page)).toEqual([]);
      expect(open.complaints).toEqual([]);
      const picture = `${name.replaceAll(' ', '-')}${script ? '' : '-plain'}-${theme}-${width}.png`;
      if (pictures) await page.screenshot({ path: join(pictures, picture), fullPage: true });
      await open.context.close();
    });
  });

describe('without script', () => {
  beforeEach(() => visitAs(false));

  test('it says what an account is for, and gives commands that do the same', async () => {
    expect((await show())?.status()).toBe(200);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('main :is(form, button):visible').count()).toBe(0);
    expect(await text('.script-off')).toContain('Without it these lines do the same');
    const lines = await page.locator('.command code').allTextContents();
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatch(/^curl -s https:\/\/hub\.example\/api\/account\/.*\$IDENTITY_TOKEN"/);
    for (const part of ['accounts', 'privacy'])
      expect(await page.locator(`main a[href="/docs/api/#${part}"]:visible`).count()).toBeGreaterThan(0);
  });

  test('a hub without HUB_IDENTITY_KEY says so, and offers no sign-in', async () => {
    hub.use({ ...accounts, identity: undefined });
    await show();
    expect(await text('main')).toContain('This hub has no sign-in');
    expect(await page.locator('main form, input#token, .command').count()).toBe(0);
  });
});

describe('by keyboard alone', () => {
  beforeEach(async () => {
    await visitAs(true);
    await show();
  });

  test('a visitor signs in and sees what the account keeps', async () => {
    await accounts.store.save(ALICE, models.bert.id);
    expect(await tabTo(page, '#token')).toBe(true);
    expect(await page.locator('#token').getAttribute('type')).toBe('password');
    await page.keyboard.insertText(` "Bearer ${tokenFor(ALICE)}"\n`);
    expect(await tabTo(page, '.reveal')).toBe(true);
    await page.keyboard.press('Space');
    expect(await page.locator('#token').getAttribute('type')).toBe('text');
    expect(await page.locator('.reveal').getAttribute('aria-pressed')).toBe('true');
    expect(await tabTo(page, '.sign-in [type=submit]')).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.account[data-filled]').waitFor();
    expect(await focused()).toBe('who-title');
    expect(await text('[data-shown=did]')).toBe(ALICE);
    const { account } = (await accounts.store.find(ALICE))!;
    expect(await page.locator('[data-shown=created] time').getAttribute('datetime')).toBe(account.created);
    expect(await page.locator('.saved-list a').getAttribute('href')).toBe(`/models/${models.bert.id}/`);
    expect(await page.locator('#token').inputValue()).toBe('');
    expect(await page.locator('#token').isVisible()).toBe(false);
  });

  test('models are saved and removed, and the focus stays on the page', async () => {
    await signIn(page, ALICE);
    expect(await tabTo(page, '#saved')).toBe(true);
    for (const typed of [
      'acme/one',
      ` https://elsewhere.example/acme/two/tree/main`,
      `${hub.url}/models/acme/three/`,
    ]) {
      await page.keyboard.insertText(typed);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#saved').inputValue()).toBe('');
    }
    await expect.poll(() => text('[data-told=saved]')).toBe('Saved acme/three.');
    expect(await saved()).toEqual(['acme/three', 'acme/two', 'acme/one']);
    expect(await page.locator('.saved-list a').allTextContents()).toEqual(await saved());
    expect(await text('[data-shown=saved]')).toBe('3');
    await page.keyboard.insertText('acme/two');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('[data-told=saved]')).toBe('acme/two was on your list already.');
    await tabTo(page, '[data-remove="acme/two"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('[data-told=saved]')).toBe('Took acme/two off your list.');
    expect(await focused()).toBe('Remove acme/one');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Remove acme/three');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('saved');
    expect(await saved()).toEqual([]);
    expect(await page.locator('.saved-none').isVisible()).toBe(true);
  });

  test('a visitor requests a model, sets and clears a wallet, and writes to the operator', async () => {
    await signIn(page, ALICE);
    await tabTo(page, '#request');
    for (const [model, told] of [
      ['nobody/none', 'Asked for nobody/none.'],
      ['nobody/none', 'You had asked for nobody/none before.'],
    ] as const) {
      await page.keyboard.insertText(model);
      await page.keyboard.press('Enter');
      await expect.poll(() => text('[data-told=request]')).toBe(told);
    }
    expect(await text('[data-shown=requests]')).toBe('You have asked for 1 model so far.');
    await tabTo(page, '.account-more > summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '#wallet');
    await page.keyboard.insertText(WALLET);
    await page.keyboard.press('Enter');
    await expect.poll(() => text('[data-shown=wallet]')).toBe(WALLET);
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toContain('Clear');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('[data-told=wallet]')).toBe('Cleared.');
    expect(await focused()).toBe('wallet');
    expect(await page.locator('.wallet-now').isVisible()).toBe(false);
    await tabTo(page, '#interest');
    await page.keyboard.insertText('<b>quants</b> of "our" models');
    await tabTo(page, '[data-form=interest] [type=submit]');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('[data-told=interest]')).toContain('Recorded.');
    const kept = (await accounts.store.find(ALICE))!;
    expect([kept.open, kept.account.wallet, kept.interest?.note]).toEqual([
      ['nobody/none'],
      null,
      '<b>quants</b> of "our" models',
    ]);
  });

  test('every control shows where the focus is', async () => {
    await accounts.store.save(ALICE, 'acme/one');
    await accounts.store.setWallet(ALICE, WALLET);
    const outline = () => page.evaluate(() => getComputedStyle(document.activeElement!).outline);
    const walk = async (controls: string[]) => {
      for (const control of controls) {
        expect(await tabTo(page, control), control).toBe(true);
        expect(await outline(), control).toMatch(/solid 2px/);
      }
    };
    await walk(['#token', '.reveal', '.sign-in [type=submit]']);
    await signIn(page, ALICE);
    const presses = ['[data-press=sign-out]', '#saved', '[data-remove]', '#request', '[data-press=clear-wallet]'];
    await walk([...presses, '#wallet', '#interest', '[data-form=interest] [type=submit]']);
  });
});

describe('when the service refuses', () => {
  beforeEach(async () => {
    await visitAs(true);
    await show();
  });

  /**
   * Waits for the error beside a field and returns it. The error must be an alert that the field names in
   * aria-describedby.
   */
  const errorOf = async (field: string) => {
    await page.locator(`#${field}-error:not(:empty)`).waitFor();
    expect(await page.locator(`#${field}-error`).getAttribute('role')).toBe('alert');
    expect(await page.locator(`#${field}`).getAttribute('aria-describedby')).toContain(`${field}-error`);
    return text(`#${field}-error`);
  };
  const submit = async (field: string, value: string) => {
    await page.evaluate((id) => document.getElementById(id)?.closest('details')?.setAttribute('open', ''), field);
    await page.locator(`#${field}`).fill(value);
    await page.locator(`form:has(#${field}) [type=submit]`).click();
  };
  const spend = (kind: 'reads' | 'writes', times: number) => {
    for (let time = 0; time < times; time += 1) accounts.allowance.take(ALICE, kind);
  };

  test('only a token is sent; the page shows why a token is refused', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await submit('token', 'my password');
    expect(await errorOf('token')).toContain('That is no identity token');
    expect(asked).toEqual([]);
    const past = Math.floor(Date.now() / 1000) - 3600;
    await submit('token', token({ ...claims(ALICE), exp: past }));
    await page.locator('#token-error', { hasText: 'expired' }).waitFor();
    expect(await errorOf('token')).toBe('The identity token has expired: sign in again. Paste another token.');
    expect(await page.locator('#token').getAttribute('aria-invalid')).toBe('true');
    expect(await focused()).toBe('token');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.keyboard.insertText('x');
    expect(await text('#token-error')).toBe('');
  });

  test('a token that expires later ends the session, and the page asks for another', async () => {
    await signIn(page, ALICE);
    hub.use({ ...accounts, identity: async () => ({ fault: 'has expired' }) });
    await submit('saved', 'acme/one');
    expect(await errorOf('token')).toContain('expired: sign in again. Paste another token.');
    expect(await focused()).toBe('token');
    expect(await page.locator('.account').isVisible()).toBe(false);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    hub.use(accounts);
    await signIn(page, ALICE);
    await page.evaluate(() => document.querySelector('#token')?.remove());
    hub.use({ ...accounts, identity: async () => ({ fault: 'has expired' }) });
    await page.reload();
    expect(await errorOf('token')).toContain('expired');
  });

  test('the error stands beside the field that it is about', async () => {
    await signIn(page, ALICE);
    await submit('saved', 'no-id');
    expect(await errorOf('saved')).toContain('owner/name');
    await submit('wallet', '0x52908400098527886E0F7030069857D2E4169Ee7');
    expect(await errorOf('wallet')).toContain('The body can\'t be used: send {"wallet": "0x..."}');
    for (let at = 0; at < 500; at += 1) await accounts.store.save(ALICE, `acme/m${at}`);
    await submit('saved', 'acme/one-more');
    await expect.poll(() => errorOf('saved')).toBe('The saved list holds 500 models and is full: remove one first.');
    for (let at = 0; at < 50; at += 1) await accounts.store.request(ALICE, `nobody/m${at}`, () => false);
    await submit('request', 'nobody/one-more');
    expect(await errorOf('request')).toContain('50 requests of this account are open');
  });

  test('the error says when to try again', async () => {
    await accounts.store.save(ALICE, 'acme/one');
    await signIn(page, ALICE);
    spend('writes', 60);
    await submit('request', 'nobody/none');
    expect(await errorOf('request')).toMatch(/^More than 60 writes in a minute: .* Try again in \d\d seconds\.$/);
    await page.locator('[data-remove]').click();
    expect(await errorOf('saved')).toMatch(/Try again in \d\d seconds\.$/);
    expect(await saved()).toEqual(['acme/one']);
    const away = () => Promise.reject(new StoreUnavailable('gone'));
    hub.use({ ...freshAccounts(), store: { ...accounts.store, read: away, noteInterest: away } });
    await submit('interest', 'a note');
    expect(await errorOf('interest')).toContain('can not be reached just now');
    expect(await page.locator('#interest').inputValue()).toBe('a note');
    await page.reload();
    await page.locator('#account-error:not(:empty)').waitFor();
    expect(await text('#account-error')).toMatch(/Try again in 5 seconds\. What is shown here was read before\.$/);
    expect(await page.locator('.saved-list a').allTextContents()).toEqual(['acme/one']);
  });

  test('while the service can’t be reached, the page keeps the session', async () => {
    await signIn(page, ALICE);
    await page.route('**/api/**', (route) => route.abort());
    await submit('saved', 'acme/one');
    expect(await errorOf('saved')).toContain('could not be reached');
    expect(await page.locator('#saved').inputValue()).toBe('acme/one');
  });
});
