// Tests the browse page with script: results while a visitor types or chooses.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useSite } from './site.ts';
import { tabTo, type Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const site = useSite();
let open: Visit;
let page: Page;

beforeEach(async () => {
  open = await site.visit({ width: 1280, theme: 'light', script: true });
  page = open.page;
});

const ids = () => page.locator('.model-id').allTextContents();
const asked = () => Object.fromEntries(new URL(page.url()).searchParams);

describe('while a visitor types or chooses', () => {
  let requests: string[];

  beforeEach(async () => {
    requests = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/_astro/')) requests.push(pathname);
    });
    await page.goto(`${site.baseUrl}/models/`, { waitUntil: 'networkidle' });
    requests.length = 0;
  });

  const tally = (text: string) => page.locator('.tally', { hasText: text }).waitFor();

  test('results come from the page of the new address while a visitor types, and their number is announced', async () => {
    await page.locator('#search').pressSequentially('pebble');
    await tally('20 models match');
    expect(await ids()).toHaveLength(20);
    expect(asked()).toEqual({ search: 'pebble' });
    expect(new Set(requests)).toEqual(new Set(['/models/']));
    await expect.poll(() => page.locator('main [role=status]').textContent()).toBe('20 models match');
    expect(await page.locator('#search').evaluate((box) => document.activeElement === box)).toBe(true);
    expect(await page.locator('[data-group=pipeline_tag] .choice').allTextContents()).toEqual([
      'Sentence similarity20',
    ]);
    // The page cancels a request when the visitor types more, and the browser reports the request as failed.
    expect(open.complaints.filter((line) => !/^failed: .*\/models\//.test(line))).toEqual([]);
  });

  test('results by script equal those of the page without script', async () => {
    const whole = async () => {
      await expect.poll(() => page.locator('.browse[data-asking]').count()).toBe(0);
      return page.locator('.browse').evaluate((place) => {
        const facets = place.querySelector('.facet-list')!.innerHTML.replace(/ checked=""/g, '');
        return place.querySelector('.results')!.innerHTML + facets;
      });
    };
    for (const query of [
      'search=bert',
      'license=mit&fits=20',
      'license=mit&fits=24+GB',
      'search=whisper&library=gguf',
      'fits=1',
      'size=16-40&sort=likes',
    ]) {
      await page.goto(`${site.baseUrl}/models/?${query}`);
      const built = await whole();
      await page.goto(`${site.baseUrl}/models/`, { waitUntil: 'networkidle' });
      await page.evaluate((query) => {
        const link = document.createElement('a');
        link.href = `/models/?${query}`;
        document.querySelector('.results')!.append(link);
        link.click();
      }, query);
      await page.waitForURL(`**/models/?${query}`);
      expect(await whole(), query).toBe(built);
    }
  });

  test('going back undoes a choice', async () => {
    await page.getByLabel(/^Fill mask/).check();
    await tally('20 models match');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('fill-mask');
    await page.selectOption('select[name=sort]', 'createdAt');
    await expect.poll(asked).toEqual({ pipeline_tag: 'fill-mask', sort: 'createdAt' });
    await page.goBack();
    await page.goBack();
    await tally('122 models');
    expect(await page.getByLabel(/^Fill mask/).isChecked()).toBe(false);
    await page.goForward();
    await tally('20 models match');
    expect(await page.getByLabel(/^Fill mask/).isChecked()).toBe(true);
  });

  test('chips and page links load no new page', async () => {
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
    await page.click('a[rel=next]');
    await page.locator('a[rel=prev]').waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('results');
    await page.locator('#search').fill('whisper');
    await tally('20 models match');
    await page.locator('.chip').click();
    await tally('122 models');
    expect(await page.locator('#search').inputValue()).toBe('');
    expect(await page.evaluate('stayed')).toBe(true);
  });

  test('a wrong value shows its error in place, and an unfinished amount of memory sends no request', async () => {
    await page.getByLabel('Runs in').fill('16 G');
    expect(requests).toEqual([]);
    await page.getByLabel('Runs in').fill('16 GB');
    await tally('80 models match');
    await page.getByLabel('Runs in').fill('0');
    await page.locator('.notice-bad', { hasText: '“Runs in” was not understood' }).waitFor();
  });

  test('when the page can’t be fetched, the form loads it', async () => {
    await page.route('**/models/?*', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await page.locator('#search').fill('pebble');
    await page.waitForURL('**/models/?search=pebble*');
    await tally('20 models match');
    expect(await ids()).toHaveLength(20);
  });
});

describe('by keyboard', () => {
  beforeEach(async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${site.baseUrl}/models/`, { waitUntil: 'networkidle' });
  });

  test('every control shows where the focus is', async () => {
    for (const control of [
      'input[name=search]',
      'form button',
      'input[name=fits]',
      'select[name=sort]',
      'input[name=pipeline_tag]',
      'input[name=license]',
      '.model-id',
      '.models .copy',
    ]) {
      expect(await tabTo(page, control), control).toBe(true);
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outline);
      expect(outline, control).toMatch(/solid 2px/);
    }
  });
});
