// Tests the live parts of a model's page: script fills them into reserved space; without script they are plain links.
import type { Page } from 'playwright';
import { describe, expect, test, vi } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { holding, related, tellLive } from './fake-live.ts';
import { GGUF } from './fake-models.ts';
import { useSite } from './site.ts';
import { axeFindings, countShifts, overflowing, SETTLING, shiftOf, type Visit } from './visit.ts';

vi.setConfig({ testTimeout: 90_000 });

const site = useSite();
let open: Visit;
let page: Page;

async function visitAs(script: boolean, width = 1280): Promise<void> {
  open = await site.visit({ width, theme: 'light', script });
  page = open.page;
}

const show = () => page.goto(`${site.baseUrl}/models/${GGUF}/`, { waitUntil: 'networkidle' });

describe('the state of its sources, below the name', () => {
  const cases: [name: string, sources: Parameters<typeof tellLive>[1], told: string[]][] = [
    ['one is up and one is down', [holding('A', 12), holding('B', 2, 'down')], ['Verified', 'Down']],
    ['the preferred one refuses the model', [holding('A', 12, 'refusing'), holding('B', 12)], ['Refuses', 'Verified']],
    ['both are down', [holding('A', 12, 'down'), holding('B', 2, 'down')], ['Down', 'Down']],
  ];
  test.each(cases)('%s', async (_, sources, told) => {
    await visitAs(true);
    await tellLive(page, sources);
    await show();
    expect(await page.locator('.trust .source-state').allTextContents()).toEqual(told);
    expect(open.complaints).toEqual([]);
  });
});

test('the page shows models made from the model, copies of its weights and its downloads, and is accessible', async () => {
  await visitAs(true, 390);
  await tellLive(page);
  await show();
  const text = (await page.locator('.related-list').allTextContents()).join();
  expect(text).toMatch(/Fine-tunes 4Quantisations 24acme-research\/lantern-tuned/);
  expect(text).toContain('openshelf-community/copy');
  expect(text).toContain('and 5 other models');
  expect(text).toContain('186,400 on 2026-08-22, 120,000 on 2026-07-20');
  const link = page.locator('.kinds a', { hasText: 'Quantisations' });
  expect(await link.getAttribute('href')).toBe(`/models/?filter=base_model%3Aquantized%3A${encodeURIComponent(GGUF)}`);
  expect(await overflowing(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
});

test('a part without content says so in words', async () => {
  await visitAs(true);
  const { same_bytes: same } = related;
  await tellLive(page, undefined, {
    ...related,
    derived: { models: 0, kinds: {}, first: [] },
    same_bytes: { ...same!, models: 0, first: [] },
    days: [],
  });
  await show();
  const text = (await page.locator('.related-list').allTextContents()).join();
  expect(text).toContain('No other model of this index holds these bytes.');
  expect(text).toContain('No download counts.');
});

test('names and words of an answer are shown as text, not as markup', async () => {
  await visitAs(true);
  const hostile = '<img src=x onerror=alert(1)>';
  await tellLive(page, [{ ...holding('A', 12, 'down'), host: hostile, source: hostile }], {
    ...related,
    same_bytes: { ...related.same_bytes!, first: [{ model: `a/${hostile}`, path: hostile }] },
  });
  await show();
  expect(await page.locator('main img').count()).toBe(0);
});

for (const { width, size, isRepeat } of [
  { width: 320, size: 2, isRepeat: false },
  { width: 1440, size: 1, isRepeat: false },
  ...[320, 390].map((width) => ({ width, size: 1, isRepeat: true })),
  ...[390, 1440].map((width) => ({ width, size: 2, isRepeat: true })),
])
  test(
    `nothing moves when the answers come, at ${width} px with text at ${size} times its size`,
    inAll(isRepeat),
    async () => {
      await visitAs(true, width);
      await tellLive(page, [holding('A', 12, 'down'), holding('B', 12, 'down')]);
      // The window is as high as the page, so that the browser counts every shift.
      await page.setViewportSize({ width, height: 16_000 });
      await countShifts(page);
      await page.addInitScript((times) => {
        if (times === 1) return;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('html { font-size: 200% }');
        document.adoptedStyleSheets = [sheet];
      }, size);
      await show();
      await page.waitForSelector('.source-state .state');
      expect(await shiftOf(page)).toBeLessThan(SETTLING);
    },
  );

test('without script each part is a plain link, and the page sends no request', async () => {
  await visitAs(false);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await show();
  expect(await page.locator('.trust .source-state a').first().getAttribute('href')).toBe('/health/');
  expect(await page.locator('.kinds a').count()).toBe(4);
  expect(await page.locator('.same-bytes a').getAttribute('href')).toMatch(/^\/hashes\/[0-9a-f]{3}\.json$/);
  expect(await page.locator('.by-day a').getAttribute('href')).toBe('/archive/');
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('the links stay if no answers come', async () => {
  await visitAs(true);
  await page.route('**/api/hub/models/**', (route) => route.fulfill({ status: 503, body: '' }));
  await show();
  expect(await page.locator('.source-state a').count()).toBe(2);
  expect(await page.locator('.by-day a').count()).toBe(1);
});
