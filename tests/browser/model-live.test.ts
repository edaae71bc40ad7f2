// Tests the live parts of a model's page: script fills them into reserved space; without script they are plain links.
import type { Page } from 'playwright';
import { describe, expect, test, vi } from 'vitest';
import type { ModelLogged } from '../../src/shapes/live.ts';
import { inAll } from '../fixtures/in-all.ts';
import { holding, inLog, related, tellLive } from './fake-live.ts';
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
const short = async () => (await page.locator('.source-line > span').textContent()) ?? '';
const told = async () => (await page.locator('.sources-now > span').textContent()) ?? '';

describe('the state of its sources, beside the commands', () => {
  const cases: [name: string, sources: Parameters<typeof tellLive>[1], above: string][] = [
    ['its only source is down', [holding('A', 12, 'down')], 'Down You can’t download this right now'],
    ['its only source is up', [holding('A', 12)], 'Up Its source sends it now'],
    [
      'the preferred of its two sources is down',
      [holding('A', 12, 'down'), holding('B', 12)],
      'Up 1 of its 2 sources sends it now',
    ],
    [
      'the second source has some of the files',
      [holding('A', 12, 'down'), holding('B', 2)],
      'In part Some files can’t be downloaded now',
    ],
    [
      'the preferred source refuses the model',
      [holding('A', 12, 'refusing'), holding('B', 12)],
      'Up 1 of its 2 sources sends it now',
    ],
    [
      'a source that is not needed is down',
      [holding('A', 12), holding('B', 2, 'down')],
      'Up 1 of its 2 sources sends it now',
    ],
    [
      'all its sources are down',
      [holding('A', 12, 'down'), holding('B', 2, 'down')],
      'Down You can’t download this right now',
    ],
  ];
  test.each(cases)('%s', async (_, sources, above) => {
    await visitAs(true);
    await tellLive(page, sources);
    await show();
    expect(await short()).toBe(above);
    expect(await told()).toBe(above);
    expect(await page.locator('.rail .sources-now').count()).toBe(1);
    expect(open.complaints).toEqual([]);
  });
});

describe('what the log says about the model', () => {
  const { log, leaf } = inLog;
  const cases: [name: string, logged: ModelLogged, said: string][] = [
    [
      'signed, and listed at two sources',
      inLog,
      'Logged In the log since 5 August 2026, signed by hub.example/log. Listed at 2 sources (not compared).',
    ],
    [
      'not signed',
      { ...inLog, log: { ...log!, signed: null }, leaf: { ...leaf!, sources: ['source-a.example'] } },
      'Not signed In the log since 5 August 2026, not signed, since this hub has no signing key. Listed at 1 source.',
    ],
    [
      'seen by a witness, since a day that is not told',
      { ...inLog, log: { ...log!, witnesses: ['w.example/1'] }, leaf: { index: 7, sources: [] } },
      'Logged In the log on 22 August 2026, signed by hub.example/log and seen by 1 witness.',
    ],
    [
      'not logged yet',
      { id: inLog.id, state: 'not logged', log: log! },
      'Not logged yet The log has this model with its next day.',
    ],
    [
      'run out',
      { ...inLog, log: { ...log!, expires: '2026-08-22T12:00:00Z' } },
      'Out of date The newest day of the log, 22 August 2026, has run out: it proves nothing until this hub logs another.',
    ],
    [
      'no log',
      { id: inLog.id, state: 'no log' },
      'No log This hub keeps no log yet, so nothing here can be proved later.',
    ],
  ];
  test.each(cases)('%s', async (_, logged, said) => {
    await visitAs(true);
    await tellLive(page, undefined, undefined, logged);
    await show();
    expect(await page.locator('.logged-now > span').textContent()).toBe(said);
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
  expect(await page.locator('.sources-now a').getAttribute('href')).toBe('/health/');
  expect(await page.locator('.source-line a').getAttribute('href')).toBe('#now-title');
  expect(await page.locator('.kinds a').count()).toBe(4);
  expect(await page.locator('.same-bytes a').getAttribute('href')).toMatch(/^\/hashes\/[0-9a-f]{3}\.json$/);
  expect(await page.locator('.by-day a').getAttribute('href')).toBe('/archive/');
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('the links stay if no answers come', async () => {
  await visitAs(true);
  await page.route('**/api/hub/models/**', (route) => route.fulfill({ status: 503, body: '' }));
  await show();
  expect(await page.locator('.sources-now a').count()).toBe(1);
  expect(await page.locator('.by-day a').count()).toBe(1);
});
