// Tests the browse page without script, with its form and links.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeHub } from './fake-hub.ts';
import { useSite } from './site.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const site = useSite();
let page: Page;

const ids = async () => {
  // Waits for the whole page, because the browser shows it and follows clicks before all rows are there.
  await page.waitForLoadState();
  return page.locator('.model-id').allTextContents();
};
const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
const visitAs = async (script: boolean) => {
  site.use(fakeHub());
  ({ page } = await site.visit({ width: 1280, theme: 'light', script }));
};

describe('without script', () => {
  beforeEach(() => visitAs(false));

  test('a row says what the model is, how large, which sources have it, and links to its page', async () => {
    await page.goto(`${site.baseUrl}/models/?search=Lantern-30B&license=apache-2.0`);
    const row = page.locator('.models tbody tr').first();
    expect(await row.locator('.model-id').getAttribute('href')).toBe('/models/tidepool/Lantern-30B-A3B-Instruct-GGUF/');
    const text = (await row.textContent()) ?? '';
    for (const told of ['Text generation', 'apache-2.0', '30.5B', '507 GB', 'Q4_K_M 18.6 GB', '2 more', '2026-06-01'])
      expect(text).toContain(told);
    expect(await row.locator('.dots i').count()).toBe(3);
    expect(await row.locator('.dots .dot-held').count()).toBe(2);
    expect(await row.locator('.dots').getAttribute('aria-label')).toBe('Held by source-a.example, source-b.example');
    expect(await row.locator('.copy').isVisible()).toBe(false);
  });

  test('the form sends every filter at once, and the page shows them again', async () => {
    await page.goto(`${site.baseUrl}/models/?filter=nobody-has-a-field-for-this`);
    expect(await ids()).toEqual([]);
    await page.goto(`${site.baseUrl}/models/`);
    await page.getByLabel(/^Text generation/).check();
    await page.getByLabel(/^apache-2.0/).check();
    await page.getByText(/^Show \d+ of language/).click();
    await page.getByLabel(/^English/).check();
    await page.getByLabel('Runs in').fill('20');
    await page.selectOption('select[name=sort]', 'downloads');
    await page.click('text=Show models');
    const wanted = { pipeline_tag: 'text-generation', license: 'apache-2.0', language: 'en', fits: '20' };
    expect(asked()).toMatchObject({ ...wanted, sort: 'downloads' });
    expect(await page.locator('.chip').allTextContents()).toEqual(
      ['Task: Text generation ×', 'Licence: apache-2.0 ×', 'Language: English ×', 'Runs in: 20 GB ×']
        .map((text) => `Drop ${text}`)
        .concat('Clear filters'),
    );
    expect(
      await page
        .locator('.filters input:checked')
        .evaluateAll((found) => found.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['text-generation', 'apache-2.0', 'en', '']);
    expect(await ids()).toHaveLength(40);
    await page.click('.chip >> text=Language');
    expect(asked()).not.toHaveProperty('language');
  });

  test('the memory filter keeps the quantisations that fit, largest first, and names what is unknown', async () => {
    await page.goto(`${site.baseUrl}/models/?search=gguf&fits=23`);
    // No GGUF header says how much memory the context needs, so the page adds a fifth of the size of the weights.
    expect(await page.locator('.quants').first().locator('li').allTextContents()).toEqual([
      'Memory needed: Q4_K_M 22.3 GB',
      'Q2_K 13.6 GB',
      '4 too large',
    ]);
    // The command and the links are about the quantisation that the row shows.
    const row = page.locator('.models tbody tr').first();
    expect(await row.locator('.copy').getAttribute('data-copy')).toMatch(/ --include='\*Q4_K_M\*'$/);
    expect(await row.locator('.model-id').getAttribute('href')).toMatch(/\/\?v=Q4_K_M$/);
    expect(await row.locator('.quants a').nth(1).getAttribute('href')).toMatch(/\/\?v=Q2_K$/);
    await page.goto(`${site.baseUrl}/models/?search=gguf&fits=13`);
    expect(await ids()).toEqual([]);
    await page.goto(`${site.baseUrl}/models/?fits=1000GB`);
    expect(await page.locator('.tally').textContent()).toBe('120 models match');
    await page.click('text=2 models of unknown size');
    expect(asked()).toEqual({ size: 'unknown' });
    expect((await ids()).toSorted()).toEqual([expect.stringContaining('long-owner'), 'tidepool/fell-off-the-list']);
  });

  test('links lead forward and back through all pages', async () => {
    await page.goto(`${site.baseUrl}/models/`);
    const seen = await ids();
    expect(seen).toHaveLength(50);
    for (let more = page.locator('a[rel=next]'); await more.count(); ) {
      await more.click();
      seen.push(...(await ids()));
    }
    expect(new Set(seen).size).toBe(122);
    expect(seen).toHaveLength(122);
    expect(page.url()).toBe(`${site.baseUrl}/models/?page=3`);
    expect(await page.locator('.pager').textContent()).toContain('Page 3 of 3');
    await page.click('a[rel=prev]');
    expect(await ids()).toEqual(seen.slice(50, 100));
    await page.goto(`${site.baseUrl}/models/?page=9`);
    expect(await page.locator('.notice').textContent()).toContain('This page is past the end');
  });

  test('the list has the chosen order', async () => {
    await page.goto(`${site.baseUrl}/models/`);
    await page.getByLabel('Order').selectOption('Smallest copy');
    await page.click('text=Show models');
    expect(asked()).toMatchObject({ sort: 'size' });
    expect(await page.locator('#sort').inputValue()).toBe('size');
    const sizes = await page.locator('.models tbody td[data-label="One copy"]').allTextContents();
    expect(sizes.slice(0, 3)).toEqual(['133 MB', '133 MB', '133 MB']);
  });

  test('the first model is within 25 stops of the keyboard', async () => {
    await page.goto(`${site.baseUrl}/models/`);
    let stops = 0;
    const at = (selector: string) => page.evaluate((one) => document.activeElement?.matches(one), selector);
    for (; stops < 25 && !(await at('.models tbody a')); stops++) {
      if (await at('.skip')) await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    expect(stops).toBeLessThan(25);
  });

  test('a wrong value gets a sentence that says what to do, and the choices stay', async () => {
    for (const [query, sentence] of [
      ['sort=name', '“Order” was not understood: give it once'],
      ['fits=lots', '“Runs in” was not understood: give a size'],
      ['size=huge', '“Size of one copy” was not understood'],
    ] as const) {
      const response = await page.goto(`${site.baseUrl}/models/?${query}`);
      expect(response?.status()).toBe(400);
      expect(await page.locator('.notice').textContent()).toContain(sentence);
      expect(await page.locator('.facet').count()).toBeGreaterThan(5);
      expect(await page.locator('#sort').inputValue()).toBe('match');
    }
  });
});
