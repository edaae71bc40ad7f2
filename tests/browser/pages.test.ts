// The website as visitors without script meet it: small and wide, light and dark, by keyboard, and when things go wrong.
import { join } from 'node:path';
import { env } from 'node:process';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { launchChromium } from './chromium.ts';
import { fakeHub } from './fake-hub.ts';
import { type Site, startSite } from './site.ts';
import { overflowing, tabTo, type Visit, visit } from './visit.ts';

const widths = [320, 768, 1440];
const themes = ['light', 'dark'] as const;
const pages = {
  home: '/',
  browse: '/models/',
  last: '/models/?cursor=100',
  filtered: '/models/?search=lantern&library=gguf&filter=en',
  spaces: '/spaces/',
  registry: '/registry/',
  buckets: '/buckets',
  missing: '/nowhere',
};

/** A folder to leave screenshots in, to look at; none are made without it. */
const pictures = env.PICTURES;

// A browser on a busy machine is slow; the time limit is there for a hang.
vi.setConfig({ testTimeout: 30_000 });

let site: Site;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(fakeHub()), launchChromium()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe.each(themes)('%s', (theme) => {
  describe.each(widths)('at %i px', (width) => {
    test.each(Object.entries(pages))('%s fits and is quiet', async (name, path) => {
      const { page, complaints, context } = await visit(browser, site.baseUrl, { width, theme });
      const response = await page.goto(site.baseUrl + path);
      expect(response?.status()).toBe(name === 'missing' ? 404 : 200);
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator('script, style, [style]').count()).toBe(0);
      const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(Number(/\d+/.exec(paper)?.[0]) > 128).toBe(theme === 'light');
      // The browser itself reports the 404 of the page that was asked for.
      expect(complaints.filter((line) => name !== 'missing' || !line.includes('404'))).toEqual([]);
      if (pictures) await page.screenshot({ path: join(pictures, `${name}-${theme}-${width}.png`), fullPage: true });
      await context.close();
    });
  });
});

describe('a visitor', () => {
  let open: Visit;
  let page: Page;

  beforeEach(async () => {
    site.use(fakeHub());
    open = await visit(browser, site.baseUrl, { width: 1024, theme: 'light' });
    page = open.page;
  });

  afterEach(() => open.context.close());

  const ids = () => page.locator('.model-id').allTextContents();

  test('searches from the home page by keyboard alone', async () => {
    await page.goto(site.baseUrl);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('Skip');
    expect(await tabTo(page, 'input[name=search]')).toBe(true);
    await page.keyboard.type('lantern-8b');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/models/?search=lantern-8b');
    expect(await ids()).toHaveLength(20);
    expect(await page.locator('input[name=search]').inputValue()).toBe('lantern-8b');
  });

  test('sees where the focus is on every control of the browse page', async () => {
    await page.goto(`${site.baseUrl}/models/`);
    for (const control of [
      'input[name=search]',
      'select[name=pipeline_tag]',
      'select[name=library]',
      'select[name=sort]',
      'button',
    ]) {
      expect(await tabTo(page, control), control).toBe(true);
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outline);
      expect(outline).toMatch(/solid 2px/);
    }
    expect(await tabTo(page, 'summary')).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('details[open] code').first().textContent()).toMatch(
      /^HF_ENDPOINT=http:\/\/hub\.example:4321 hf download \S+\/\S+$/,
    );
  });

  test('filters by task, library and order, and keeps a tag that has no field', async () => {
    await page.goto(`${site.baseUrl}/models/?filter=license:mit`);
    await page.selectOption('select[name=pipeline_tag]', 'text-generation');
    await page.selectOption('select[name=sort]', 'downloads');
    await page.click('button');
    const asked = new URL(page.url()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      pipeline_tag: 'text-generation',
      sort: 'downloads',
      filter: 'license:mit',
    });
    expect(await page.locator('select[name=sort]').inputValue()).toBe('downloads');
    expect(await page.locator('.chip').allTextContents()).toHaveLength(2);
    const before = (await ids()).length;
    await page.click('.chip >> text=license:mit');
    expect(new URL(page.url()).searchParams.has('filter')).toBe(false);
    expect((await ids()).length).toBeGreaterThan(before);
  });

  test('walks all pages by their links', async () => {
    await page.goto(`${site.baseUrl}/models/`);
    const seen = await ids();
    expect(seen).toHaveLength(50);
    for (let more = page.locator('a[rel=next]'); await more.count(); ) {
      await more.click();
      seen.push(...(await ids()));
    }
    expect(new Set(seen).size).toBe(122);
    expect(seen).toHaveLength(122);
    await page.click('a[rel=first]');
    expect(page.url()).toBe(`${site.baseUrl}/models/`);
  });

  test('is told which filter to drop when nothing matches', async () => {
    await page.goto(`${site.baseUrl}/models/?search=whisper&library=gguf`);
    expect(await page.locator('.notice a').allTextContents()).toEqual([
      'Without name “whisper”',
      'Without library “gguf”',
    ]);
    await page.click('text=Without library');
    expect(await ids()).toHaveLength(20);
    await page.goto(`${site.baseUrl}/models/?search=nosuchthing&library=gguf&pipeline_tag=fill-mask`);
    expect(await page.locator('.notice').textContent()).toContain('Dropping one filter alone would not help');
    await page.goto(`${site.baseUrl}/models/?cursor=9999`);
    expect(await page.locator('.notice').textContent()).toContain('122 models');
  });

  test('reads the hub’s own sentence when the question is wrong', async () => {
    const response = await page.goto(`${site.baseUrl}/models/?sort=size`);
    expect(response?.status()).toBe(400);
    expect(await page.locator('.notice').textContent()).toContain('Bad "sort": give it once');
  });

  test('cannot smuggle markup in', async () => {
    const markup = '"><script>x</script><b>y';
    await page.goto(
      `${site.baseUrl}/models/?${new URLSearchParams({ search: markup, library: markup, filter: markup, author: markup })}`,
    );
    expect(await page.locator('input[name=search]').inputValue()).toBe(markup);
    expect(await page.locator('script, main b').count()).toBe(0);
  });

  test('finds a hub without models honest about it', async () => {
    site.use(fakeHub([], { today: undefined }));
    await page.goto(site.baseUrl);
    expect(await page.locator('main').textContent()).toContain('Nothing has been imported yet');
    await page.goto(`${site.baseUrl}/models/`);
    expect(await page.locator('.notice').textContent()).toContain('There is no model yet');
  });

  test('gets a page that points onwards when something breaks', async () => {
    site.use(fakeHub([], { search: () => Promise.reject(new Error('index torn')) }));
    const response = await page.goto(`${site.baseUrl}/models/`);
    expect(response?.status()).toBe(500);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('could not be made');
    expect(text).not.toContain('index torn');
    expect(await page.locator('main a[href="/models/"]').count()).toBe(1);
  });
});
