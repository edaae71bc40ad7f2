// Tests the search in the header: the texts that visitors type, and the results.
import type { Page } from 'playwright';
import { describe, expect, test, vi } from 'vitest';
import { fakeHub } from './fake-hub.ts';
import { INDEXED_HASH } from './fake-index.ts';
import { useSite } from './site.ts';
import { axeFindings } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const site = useSite();
let page: Page;

const visitAs = async (script: boolean) => {
  ({ page } = await site.visit({ width: 1024, theme: 'light', script }));
};

describe('the search of every header', () => {
  const box = () => page.getByRole('combobox', { name: /Search models, owners and docs/ });
  const options = () => page.locator('#find-list [role=option]');

  test('offers models, owners and docs while a visitor types, and works by keyboard', async () => {
    await visitAs(true);
    await page.goto(`${site.baseUrl}/registry/`);
    await box().focus();
    await page.keyboard.type('tidepool');
    await options().first().waitFor();
    expect(await box().getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('group', { name: 'Owners' }).locator('a').getAttribute('href')).toBe(
      '/models/?author=tidepool',
    );
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    const active = await box().getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    expect(await box().getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('Escape');
    expect(await box().getAttribute('aria-expanded')).toBe('false');
    await box().fill('quickstart');
    await page.getByRole('group', { name: 'Docs' }).locator('a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/**');
  });

  test('leads from a pasted text to its page, and from words to what stands first, a model or a page of the docs', async () => {
    await visitAs(true);
    await page.goto(`${site.baseUrl}/health/`);
    await box().fill('hf.co/Tidepool/fell-off-the-list:Q4_K_M');
    await box().press('Enter');
    await page.waitForURL('**/models/tidepool/fell-off-the-list/?v=Q4_K_M');
    await box().fill(INDEXED_HASH);
    await box().press('Enter');
    await page.waitForURL(`**/hashes/${INDEXED_HASH}/`);
    await page.goto(`${site.baseUrl}/health/`);
    await box().fill('lantern');
    await box().press('Enter');
    await page.waitForURL('**/models/*/*lantern*/');
    await page.goto(`${site.baseUrl}/health/`);
    await box().fill('lantern');
    await page.getByRole('option', { name: 'All models for “lantern”' }).click();
    await page.waitForURL('**/models/?search=lantern');
    await box().fill('plain files');
    await box().press('Enter');
    await page.waitForURL('**/docs/static/');
  });

  test('loads its code on first use, and is a plain form if the code does not load', async () => {
    await visitAs(true);
    let asked = 0;
    await page.route('**/_astro/find-box.*.js', (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto(`${site.baseUrl}/health/`, { waitUntil: 'networkidle' });
    expect(asked).toBe(0);
    await box().fill('lantern');
    await box().press('Enter');
    await page.waitForURL('**/models/?search=lantern');
    expect(asked).toBeGreaterThan(0);
  });

  test('asks for nothing in an export of more models than a browser can search', async () => {
    const asked: string[] = [];
    const hub = fakeHub();
    site.use({ ...hub, isExport: true, today: { ...hub.today!, models: 20_001 } });
    await visitAs(true);
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.baseUrl}/registry/`, { waitUntil: 'networkidle' });
    await box().fill('quickstart');
    await page.getByRole('group', { name: 'Docs' }).locator('a').first().waitFor();
    expect(asked.filter((path) => /^\/(api|_search)/.test(path))).toEqual([]);
    site.use(hub);
  });

  test('finds what was typed before its code was there', async () => {
    await visitAs(true);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_astro/find-box.*.js', (route) => held.then(() => route.continue()));
    await page.goto(`${site.baseUrl}/health/`);
    await box().fill('tidepool');
    release();
    await options().first().waitFor();
  });

  test('is sent by a button too', async () => {
    for (const script of [true, false]) {
      await visitAs(script);
      await page.goto(`${site.baseUrl}/health/`);
      await page.fill('#find', 'lantern');
      await page.locator('.find').getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(script ? '**/models/*/*lantern*/' : '**/models/?search=lantern');
    }
  });

  test('without script the list links the page of a pasted hash', async () => {
    await visitAs(false);
    await page.goto(site.baseUrl);
    await page.fill('#find', `${INDEXED_HASH}  model.safetensors`);
    await page.press('#find', 'Enter');
    await page.click('text=What is known of this hash');
    await page.waitForURL(`**/hashes/${INDEXED_HASH}/`);
  });
});
