// Tests sign-in at a real identity provider in a browser: to the provider and back, with nothing left in the address.
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { openSignIn } from '../../functions/account/sign-in.ts';
import { readConfig } from '../../src/service/config.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../fixtures/openid-provider.ts';
import { freshAccounts, useAccountHub } from './account-hub.ts';
import { axeFindings, overflowing, type Visit } from './visit.ts';

vi.setConfig({ testTimeout: 90_000 });

const hub = useAccountHub(inject('fixture').dist, undefined, true);
let provider: OpenIdProvider;
let open: Visit;
let page: Page;

beforeAll(async () => {
  provider = await startOpenIdProvider('model-hub', `${hub.url}/account/`);
});

afterAll(() => provider?.close());

const visitAs = async (width: number, theme: 'light' | 'dark') => {
  const config = readConfig({ HUB_IDENTITY_ISSUER: provider.issuer, HUB_IDENTITY_CLIENT: 'model-hub' });
  hub.use({ ...freshAccounts(), ...(await openSignIn(config, (sentence) => expect.unreachable(sentence))) });
  open = await hub.visit({ width, theme, script: true });
  page = open.page;
};
beforeEach(() => visitAs(1280, 'light'));

const button = () => page.getByRole('button', { name: /^Sign in with 127\.0\.0\.1/ });

/** Signs in with this name on the provider's first page, and agrees on its second page. */
async function logIn(name: string): Promise<void> {
  await page.locator('[name=login]').fill(name);
  await page.locator('[name=password]').fill('anything');
  await page.locator('[type=submit]').click();
  await page.locator('[type=submit]').click();
}

test('a visitor signs in at the provider, requests a model and signs out', async () => {
  await page.goto(`${hub.url}/account/#model=acme/missing`);
  await expect
    .poll(() => page.locator('#account-told').textContent())
    .toBe('Sign in to save acme/missing or to ask for it.');
  await button().click();
  await logIn('alice');
  await page.locator('.account[data-filled]').waitFor();
  expect(await page.locator('#account-did').textContent()).toBe('alice');
  expect(await page.locator('#request').inputValue()).toBe('acme/missing');
  expect(page.url()).toBe(`${hub.url}/account/`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.saved-list a', { hasText: 'acme/missing' }).waitFor();
  await page.goBack();
  expect(page.url()).not.toMatch(/code=|state=/);
  await page.goto(`${hub.url}/account/`);
  await page.locator('#request').fill('acme/missing');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#account-told').textContent()).toBe('Asked for acme/missing.');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await button().waitFor();
});

test('a link with a sign-in that somebody else began signs nobody in', async () => {
  await page.goto(`${hub.url}/account/#code=theirs&state=theirs`);
  const error = page.locator('#account-error');
  await expect.poll(() => error.textContent()).toBe('That sign-in was not begun in this tab: begin again.');
  expect(page.url()).toBe(`${hub.url}/account/`);
});

test('a person who refuses at the provider sees the reason here', async () => {
  await page.goto(`${hub.url}/account/`);
  await button().click();
  await page.getByText('Cancel').click();
  const error = page.locator('#account-error');
  await expect.poll(() => error.textContent()).toContain('the provider said access_denied');
});

test.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)('the page is accessible and fits the window at %i pixels, %s', async (width, theme) => {
  await open.context.close();
  await visitAs(width, theme);
  await page.goto(`${hub.url}/account/`);
  await button().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
});
