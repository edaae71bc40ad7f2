// Tests the layout that all pages share, and the smaller pages: narrow and wide, light and dark, with script and
// without, and with errors.
import { join } from 'node:path';
import { env } from 'node:process';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { axeFindings } from './axe.ts';
import { fakeHub } from './fake-hub.ts';
import { INDEXED_HASH } from './fake-index.ts';
import { looksAt } from './looks.ts';
import { countShifts, shiftsOf } from './shifts.ts';
import { drop } from './verify-visit.ts';
import { isLight, overflowing, tabTo, type Visitor } from './visit.ts';
import { useSite } from './visited-site.ts';

const pages = {
  home: '/',
  spaces: '/spaces/',
  registry: '/registry/',
  buckets: '/buckets/',
  health: '/health/',
  archive: '/archive/',
  day: '/archive/2026-08-22/',
  quiet: '/archive/2026-08-21/',
  first: '/archive/2025-12-23/',
  owner: '/tidepool/',
  hash: `/hashes/${INDEXED_HASH}/`,
  missing: '/nowhere',
};

/** The folder for screenshots. Without the environment variable PICTURES, the tests make no screenshots. */
const pictures = env.PICTURES;

const KILOBYTE = 1000;

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const site = useSite();

for (const look of looksAt(320, 768, 1440)) {
  const { width, theme, script } = look.visitor;
  describe(look.name, inAll(look.isRepeat), () => {
    test.each(Object.entries(pages))('%s fits the window, reports no error and is accessible', async (name, path) => {
      const { page, complaints, context } = await site.visit(look.visitor);
      const response = await page.goto(site.baseUrl + path);
      expect(response?.status()).toBe(name === 'missing' ? 404 : 200);
      expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8');
      expect(brotliCompressSync(await response!.body()).length).toBeLessThan(30 * KILOBYTE);
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator('script:not([src]), style, [style], [onclick]').count()).toBe(0);
      expect(await isLight(page)).toBe(theme === 'light');
      if (script) expect(await axeFindings(page)).toEqual([]);
      // The browser reports the status 404 of the missing page; every other complaint fails the test.
      expect(complaints.filter((line) => name !== 'missing' || !line.includes('404'))).toEqual([]);
      if (pictures && script)
        await page.screenshot({ path: join(pictures, `${name}-${theme}-${width}.png`), fullPage: true });
      await context.close();
    });
  });
}

let page: Page;

/** Opens a new window; `visitor` overrides the defaults. */
const visitAs = async (visitor: Partial<Visitor> = {}) => {
  site.use(fakeHub());
  ({ page } = await site.visit({ width: 1024, theme: 'light', ...visitor }));
};

describe('the theme', () => {
  const theme = (value: string) => page.locator(`.theme input[value=${value}]`);

  test('follows the system until the visitor chooses one, and stays on the next page', async () => {
    await visitAs({ script: true, theme: 'dark' });
    await page.goto(site.baseUrl);
    expect(await theme('system').isChecked()).toBe(true);
    expect(await isLight(page)).toBe(false);
    await page.locator('.theme label:has([value=light])').click();
    expect(await isLight(page)).toBe(true);
    await page.goto(`${site.baseUrl}/registry/`);
    expect(await theme('light').isChecked()).toBe(true);
    expect(await isLight(page)).toBe(true);
    await page.locator('.theme label:has([value=system])').click();
    expect(await isLight(page)).toBe(false);
  });

  test('is chosen by keyboard alone', async () => {
    await visitAs({ script: true });
    await page.goto(site.baseUrl);
    expect(await tabTo(page, '.theme input')).toBe(true);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!.closest('label')!).outline);
    expect(outline).toMatch(/solid 2px/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await theme('dark').isChecked()).toBe(true);
    expect(await isLight(page)).toBe(false);
  });

  test('is set before the first line is painted, and moves nothing', async () => {
    await visitAs({ script: true });
    await countShifts(page);
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'dark');
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        if (document.body) seen.push(document.documentElement.dataset.theme ?? 'none');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(site.baseUrl, { waitUntil: 'networkidle' });
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set(['dark']));
    expect(await shiftsOf(page)).toEqual([]);
    expect(await isLight(page)).toBe(false);
  });

  test('is not offered if script is off', async () => {
    await visitAs();
    await page.goto(site.baseUrl);
    expect(await page.locator('.theme').isVisible()).toBe(false);
  });

  test('is light in print', async () => {
    await visitAs({ script: true, theme: 'dark' });
    await page.goto(`${site.baseUrl}/docs/quickstart/`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await isLight(page)).toBe(true);
    expect(await page.locator('.site-header nav, .docs-side, .theme').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.prose h1').isVisible()).toBe(true);
  });
});

// A script that a page adds outside the shared layout would come after the end of the document.
test.each([...Object.values(pages), '/account/', '/docs', '/docs/quickstart/'])(
  '%s ends with </html>',
  async (path) => {
    const text = await (await fetch(site.baseUrl + path)).text();
    expect(text.trimEnd().endsWith('</html>')).toBe(true);
  },
);

describe('a link to a page', () => {
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');

  test('has its title, its address and a picture', async () => {
    await visitAs();
    await page.goto(`${site.baseUrl}/archive/2026-08-22/`);
    expect(await meta('og:title')).toBe('22 August 2026 · Archive · Model Hub');
    expect(await meta('og:description')).toContain('22 August 2026');
    expect(await meta('og:type')).toBe('website');
    expect(await meta('og:url')).toBe('http://hub.example:4321/archive/2026-08-22/');
    const picture = new URL((await meta('og:image'))!);
    expect(picture.origin).toBe('http://hub.example:4321');
    const bytes = Buffer.from(await (await fetch(site.baseUrl + picture.pathname)).arrayBuffer());
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test('names one address for both spellings of a section', async () => {
    await visitAs();
    await page.goto(`${site.baseUrl}/registry`);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe('http://hub.example:4321/registry/');
  });
});

describe('a visitor', () => {
  beforeEach(() => visitAs());

  test('searches from the home page by keyboard alone', async () => {
    await page.goto(site.baseUrl);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('Skip');
    expect(await tabTo(page, 'input[name=search]')).toBe(true);
    await page.keyboard.type('lantern-8b');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/models/?search=lantern-8b');
  });

  test('reads the operator’s notice first', async () => {
    await page.goto(site.baseUrl);
    expect(await page.locator('main > .notice').count()).toBe(0);
    site.use(fakeHub(undefined, { notice: { text: 'We move on Sunday.', url: 'https://status.example/' } }));
    await page.reload();
    const link = page.locator('main > :first-child a');
    expect([await link.textContent(), await link.getAttribute('href')]).toEqual([
      'We move on Sunday.',
      'https://status.example/',
    ]);
  });

  test('gets commands with this hub’s own address', async () => {
    await page.goto(site.baseUrl);
    const lines = await page.locator('.command code').allTextContents();
    expect(lines[0]).toMatch(/^HF_ENDPOINT=http:\/\/hub\.example:4321 hf download \S+\/\S+$/);
    expect(await page.locator('.command .copy').first().isVisible()).toBe(false);
  });

  test('reads how each source fares', async () => {
    await page.goto(`${site.baseUrl}/health/`);
    expect(await page.locator('h1').textContent()).toBe('1 of 2 checked sources is down');
    const row = page.locator('[data-measured] tbody tr', { hasText: 'source-b.example' });
    // All 60 models of the second source are at the first source too.
    expect((await row.textContent())!.replace(/\s+/g, ' ')).toMatch(
      /Down ?Did not answer in time since 2026-08-22 11:41 UTC.* 60 ?0/,
    );
    const held = page.locator('.card', { hasText: 'Models by the number of their sources' });
    expect(await held.locator('tbody tr').allTextContents()).toEqual(['1 source2', '2 sources1']);
    expect(await held.locator('li').allTextContents()).toEqual(['acme/differs 2 files at other.example']);
  });

  test('reads what changed on a day, and goes from day to day', async () => {
    await page.goto(`${site.baseUrl}/archive/`);
    const [first] = await page.locator('.days tbody tr').allTextContents();
    for (const told of ['+2,130 new', '−1 gone', '3 revised', '40 files rewritten', '2 without a new revision'])
      expect(first).toContain(told);
    await page.click('.days tbody a >> text=2026-08-22');
    expect(await page.locator('.notice-bad').textContent()).toContain('2 of the files below');
    expect(await page.locator('.day-list').first().locator('li a').count()).toBe(100);
    expect(await page.locator('main').textContent()).toContain('The first 100 of 2,130.');
    expect(await page.locator('a', { hasText: 'tidepool/withdrawn' }).count()).toBe(0);
    await page.click('a[rel=prev]');
    expect(await page.locator('main').textContent()).toContain('Nothing changed');
  });

  test('reads on each page that a hub has no models yet', async () => {
    site.use(fakeHub([], { today: undefined, document: () => undefined }));
    await page.goto(`${site.baseUrl}/archive/`);
    expect(await page.locator('main').textContent()).toContain('Nothing has been imported yet');
    await page.goto(`${site.baseUrl}/buckets/`);
    expect(await page.locator('main').textContent()).toContain('Nothing is served here yet');
  });

  test('gets a page with links when something breaks', async () => {
    site.use(fakeHub([], { search: () => Promise.reject(new Error('index torn')) }));
    const response = await page.goto(site.baseUrl);
    expect(response?.status()).toBe(500);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('could not be made');
    expect(text).not.toContain('index torn');
    expect(await page.locator('main a[href="/models/"]').count()).toBe(1);
  });
});

test('a hub that checks no source says so once, above its sources', async () => {
  await visitAs();
  const hub = fakeHub();
  const { sources, order } = hub.health();
  const never = { ok: true, checked: null, reason: 'unprobed' } as const;
  const unchecked = Object.fromEntries(Object.keys(sources).map((name) => [name, never]));
  site.use({ ...hub, health: () => ({ sources: unchecked, order }) });
  await page.goto(`${site.baseUrl}/health/`);
  expect(await page.locator('h1').textContent()).toBe('No source has been checked');
  expect((await page.locator('main').textContent())!.match(/not checked counts as up/g)).toHaveLength(1);
});

test('the health page updates itself while it is looked at, but not while a visitor uses it', async () => {
  await visitAs({ script: true });
  await page.clock.install();
  await page.goto(`${site.baseUrl}/health/`);
  const title = page.locator('h1');
  expect(await title.textContent()).toBe('1 of 2 checked sources is down');
  const hub = fakeHub();
  const { sources, order } = hub.health();
  const down = { ok: false, checked: null, reason: 'dns' } as const;
  site.use({ ...hub, health: () => ({ sources: { ...sources, 'source-a.example': down }, order }) });
  await page.locator('main a').first().focus();
  await page.clock.runFor(31_000);
  expect(await title.textContent()).toBe('1 of 2 checked sources is down');
  await page.locator('main a').first().blur();
  await page.clock.runFor(31_000);
  await title.filter({ hasText: 'All sources are down' }).waitFor();
});

test('a file that is dropped on the home page leads to what it is', async () => {
  await visitAs({ script: true });
  await page.goto(site.baseUrl, { waitUntil: 'networkidle' });
  await drop(page, join(import.meta.dirname, '../../LICENSE'));
  await page.locator('#run:visible').waitFor();
  await expect.poll(async () => (await page.locator('#run').boundingBox())!.y).toBeLessThan(600);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('tally');
});

test('a home page whose sources are all down says so in its first screen', async () => {
  await visitAs();
  await page.goto(site.baseUrl);
  expect(await page.locator('.hero .state-bad').count()).toBe(0);
  const hub = fakeHub();
  const { sources, order } = hub.health();
  const down = { ok: false, checked: null, reason: 'dns' } as const;
  site.use({ ...hub, health: () => ({ sources: { ...sources, 'source-a.example': down }, order }) });
  await page.reload();
  expect(await page.locator('.hero .state-bad').textContent()).toContain('All sources are down');
  await page.click('.hero .state-bad + a');
  expect(await page.locator('h1').textContent()).toBe('All sources are down');
  const row = page.locator('[data-measured] tbody tr', { hasText: 'source-a.example' });
  expect(await row.textContent()).toContain('never');
});

test('a command is copied with script', async () => {
  await visitAs({ script: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(site.baseUrl);
  const block = page.locator('.command').first();
  await block.locator('.copy').click();
  await block.locator('.copy', { hasText: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.locator('code').textContent());
});

test('a phone has a menu of every section, without script', async () => {
  await visitAs({ width: 390 });
  await page.goto(`${site.baseUrl}/health/`);
  const menu = page.locator('.site-menu');
  expect(await menu.locator('nav').isVisible()).toBe(false);
  await menu.locator('summary').click();
  const words = await menu.locator('a').allTextContents();
  expect(words).toEqual(['Models', 'Verify', 'Registry', 'Spaces', 'Docs', 'Health', 'Archive', 'API', 'Account']);
  expect(await menu.locator('a[aria-current]').textContent()).toBe('Health');
  expect(await overflowing(page)).toEqual([]);
  if (pictures) await page.screenshot({ path: join(pictures, 'menu.png') });
});
