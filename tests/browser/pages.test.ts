// Tests the layout that all pages share, and the smaller pages: narrow and wide, light and dark, with script and
// without, and with errors.
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SourceHealth } from '../../src/shapes/live.ts';
import { inAll } from '../fixtures/in-all.ts';
import { fakeHub } from './fake-hub.ts';
import { INDEXED_HASH } from './fake-index.ts';
import { BARE, GATED, GGUF, PLAIN } from './fake-models.ts';
import { useSite } from './site.ts';
import { axeFindings, isLight, looksAt, overflowing, tabTo, type Visitor } from './visit.ts';

const KILOBYTE = 1000;

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const site = useSite();

const LONG = `${'long-owner-'.repeat(8)}name/${'a-very-long-model-name-'.repeat(4)}end`;
const compared = ['acme-research/whisper-nano', PLAIN, GGUF, LONG, 'acme-research/harbour-xl-turbo', 'no id', GATED];

/** Every kind of page, with its status if that is not 200. */
const pages: [what: string, path: string, status?: number][] = [
  ...['/', '/spaces/', '/registry/', '/buckets/', '/health/', '/archive/'].map((path): [string, string] => [
    path,
    path,
  ]),
  ['a busy day', '/archive/2026-08-22/'],
  ['a quiet day', '/archive/2026-08-21/'],
  ['the first day', '/archive/2025-12-23/'],
  ['a hash', `/hashes/${INDEXED_HASH}/`],
  ['a missing page', '/nowhere', 404],
  ['all models', '/models/'],
  ['models by memory', '/models/?fits=20&license=apache-2.0'],
  ['no models', '/models/?search=whisper&library=gguf'],
  ['a wrong order', '/models/?sort=name', 400],
  ['a comparison of nothing', '/models/compare/'],
  ['a comparison of one', `/models/compare/?models=${PLAIN}`],
  ['a comparison of four and more', `/models/compare/?models=${compared.join(',')}`],
  ['a model in shards', `/models/${PLAIN}/`],
  ['a model with quantisations', `/models/${GGUF}/`],
  ['a model with none of the optional facts', `/models/${BARE}/`],
  ['the longest id', `/models/${LONG}/`],
  ['a gated model', `/models/${GATED}/`, 403],
  ['an unknown model', '/models/nobody/whisper-mini-GGUF/', 404],
  ['an id in other capitals', `/models/${PLAIN.toLowerCase()}/`, 404],
];

for (const { name, visitor, isRepeat } of looksAt(320, 768, 1440))
  describe(name, inAll(isRepeat), () => {
    test.each(pages)('%s fits the window, reports no error and is accessible', async (_, path, status = 200) => {
      const { page, complaints, context } = await site.visit(visitor);
      const response = await page.goto(site.baseUrl + path, {
        waitUntil: path.includes('compare') ? 'networkidle' : 'load',
      });
      expect(response?.status()).toBe(status);
      expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8');
      const most = path.startsWith('/models/') ? 32 : 30;
      expect(brotliCompressSync(await response!.body()).length).toBeLessThan(most * KILOBYTE);
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator('script:not([src]), style, [style], [onclick]').count()).toBe(0);
      expect(await isLight(page)).toBe(visitor.theme === 'light');
      if (visitor.script) expect(await axeFindings(page)).toEqual([]);
      // The browser reports the status of a page with an error; every other complaint fails the test.
      expect(complaints.filter((line) => status === 200 || !line.includes(String(status)))).toEqual([]);
      await context.close();
    });
  });

let page: Page;

/** Opens a new window; `visitor` overrides the defaults. */
const visitAs = async (visitor: Partial<Visitor> = {}) => {
  site.use(fakeHub());
  ({ page } = await site.visit({ width: 1024, theme: 'light', ...visitor }));
};

/** Gives the sources whose names match this health. */
function changeHealth(name: string | RegExp, state: SourceHealth): void {
  const hub = fakeHub();
  const { sources, order } = hub.health();
  const changed = Object.entries(sources).map(([one, was]) => [one, one.match(name) ? state : was]);
  site.use({ ...hub, health: () => ({ sources: Object.fromEntries(changed), order }) });
}

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
    await page.goto(`${site.baseUrl}/verify/`);
    expect(await tabTo(page, '.theme input')).toBe(true);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!.closest('label')!).outline);
    expect(outline).toMatch(/solid 2px/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await theme('dark').isChecked()).toBe(true);
    expect(await isLight(page)).toBe(false);
  });
});

const MARKUP = '"><script>x</script><b>y';
const hostile = (...names: string[]) => new URLSearchParams(names.map((name) => [name, MARKUP]));

test.each<[path: string, shown: () => Promise<string | null>, as?: RegExp]>([
  [
    `/models/?${hostile('search', 'library', 'filter', 'author', 'license', 'language', 'pipeline_tag')}`,
    () => page.locator('main input[name=search]').inputValue(),
  ],
  [`/models/compare/?${hostile('models')}`, () => page.locator('.notice').textContent()],
  [`/docs/?${hostile('q')}`, () => page.locator('h1').textContent()],
  [
    `/models/${PLAIN}/?${hostile('sort', 'via')}`,
    () => page.locator('.files tbody .fetch').first().getAttribute('href'),
    /^\/Northlight\//,
  ],
])('markup in the address brings none into the page: %s', async (path, shown, as) => {
  await visitAs();
  await page.goto(site.baseUrl + path);
  expect(await page.locator('script:not([src]), main b').count()).toBe(0);
  if (as) expect(await shown()).toMatch(as);
  else expect(await shown()).toContain(MARKUP);
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
    await page.waitForURL('**/models/?search=lantern-8b&go=1');
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

  test('reads how each source fares', async () => {
    await page.goto(`${site.baseUrl}/health/`);
    expect(await page.locator('h1').textContent()).toBe('1 of 2 checked sources is down');
    const row = page.locator('[data-measured] tbody tr', { hasText: 'source-b.example' });
    // All 60 models of the second source are at the first source too.
    expect((await row.textContent())!.replace(/\s+/g, ' ')).toMatch(
      /Down ?Did not answer in time since 2026-08-22 11:41 UTC.* 60 ?0/,
    );
  });

  test('reads what changed on a day, on a phone with long lists folded, and goes from day to day', async () => {
    await page.goto(`${site.baseUrl}/archive/`);
    const [first] = await page.locator('.days tbody tr').allTextContents();
    for (const told of ['2,130 new', '1 gone', '3 revised', '40 files rewritten', '2 without a new revision'])
      expect(first).toContain(told);
    await page.click('.days tbody a >> text=2026-08-22');
    expect(await page.locator('.notice-bad').textContent()).toContain('2 of the files below');
    expect(await page.locator('.day-list').first().locator('li a').count()).toBe(100);
    expect(await page.locator('main').textContent()).toContain('The first 100 of 2,130.');
    expect(await page.locator('a', { hasText: 'tidepool/withdrawn' }).count()).toBe(0);
    const lists = await page.locator('.day-list').allTextContents();
    const [added, removed, revised, rewritten] = lists.map((text) => text.replace(/\s+/g, ' '));
    expect(added).toContain('acme-research/new-model-0');
    expect(removed).toContain('tidepool/withdrawn');
    expect(revised).toContain('Northlight/moved-1');
    expect(rewritten).toContain('model-1.onnx same revision 12.1 kB');
    await page.click('a[rel=prev]');
    expect(await page.locator('main').textContent()).toContain('Nothing changed');
    await visitAs({ width: 390 });
    await page.goto(`${site.baseUrl}/archive/2026-08-22/`);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_000);
    expect(await overflowing(page)).toEqual([]);
    const folded = page.locator('.day-list:not([open]) h2');
    expect(await folded.allTextContents()).toEqual(['New models 2,130', 'Files with new bytes 40']);
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

test('the health page updates itself while it is looked at, but not while a visitor uses it', async () => {
  await visitAs({ script: true });
  await page.clock.install();
  await page.goto(`${site.baseUrl}/health/`);
  const title = page.locator('h1');
  expect(await title.textContent()).toBe('1 of 2 checked sources is down');
  changeHealth('source-a.example', { ok: false, checked: null, reason: 'dns' });
  await page.locator('main a').first().focus();
  await page.clock.runFor(31_000);
  expect(await title.textContent()).toBe('1 of 2 checked sources is down');
  await page.locator('main a').first().blur();
  await page.clock.runFor(31_000);
  await title.filter({ hasText: 'All sources are down' }).waitFor();
});

test('the operator’s name of the site is in every title and in the header', async () => {
  await visitAs();
  site.use({ ...fakeHub(), name: 'Acme Models' });
  for (const path of ['/', '/registry/', '/health/']) {
    await page.goto(site.baseUrl + path);
    expect(await page.title(), path).toMatch(/^Acme Models:|· Acme Models$/);
    expect(await page.locator('.brand').textContent()).toBe('Acme Models');
  }
});

test('a home page leads to models that fit a machine, and loads at most 12 files', async () => {
  await visitAs({ script: true });
  await page.goto(site.baseUrl, { waitUntil: 'networkidle' });
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length + 1);
  expect(loaded).toBeLessThanOrEqual(12);
  await page.selectOption('#fits', '24 GB');
  await page.selectOption('#purpose', 'text-generation');
  await page.click('.fit button');
  await page.waitForURL('**/models/?fits=24+GB&pipeline_tag=text-generation');
  expect(await page.locator('input[name=fits]').inputValue()).toBe('24 GB');
});

test('a home page whose sources are all down says so in its first screen', async () => {
  await visitAs();
  await page.goto(site.baseUrl);
  expect(await page.locator('.hero .state-bad').count()).toBe(0);
  changeHealth('source-a.example', { ok: false, checked: null, reason: 'dns' });
  await page.reload();
  expect(await page.locator('.hero .state-bad').textContent()).toContain('All sources are down');
  await page.click('.hero .state-bad + a');
  expect(await page.locator('h1').textContent()).toBe('All sources are down');
  const row = page.locator('[data-measured] tbody tr', { hasText: 'source-a.example' });
  expect(await row.textContent()).toContain('never');
});

test('the simulation finds a lie by the hash alone, goes round a stopped source, and works by keyboard', async () => {
  await visitAs({ script: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.baseUrl, { waitUntil: 'networkidle' });
  const told = async () => (await page.locator('.break-it [role=status]').textContent())!;
  const parts = () => page.locator('.parts').textContent();
  const press = async (sender: string, act: string) => {
    await page.focus(`[data-sender=${sender}] [name=${act}]`);
    await page.keyboard.press('Space');
  };
  expect(await told()).toMatch(/^Right Source A stopped/);
  await press('A', 'lie');
  expect([await parts(), await told()]).toEqual(['B'.repeat(12), expect.stringMatching(/^Right .*who lied: A\.$/)]);
  await press('B', 'stop');
  expect(await parts()).toBe('C'.repeat(12));
  await press('C', 'stop');
  expect([await parts(), await told()]).toEqual(['', expect.stringMatching(/^Waiting .*Nothing wrong is kept/)]);
  await press('A', 'lie');
  expect([await parts(), await told()]).toEqual(['A'.repeat(12), expect.not.stringContaining('lied')]);
});

test('without script the simulation is a picture with words', async () => {
  await visitAs();
  await page.goto(site.baseUrl);
  expect(await page.locator('.break-it').textContent()).toMatch(/One id · several sources.*AAAABBBBBBBB.*simulation/s);
  expect(await page.locator('.break-it :is(button, input):visible').count()).toBe(0);
});
