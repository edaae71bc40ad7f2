// Tests the exported website on a plain file server: every kind of page, in both themes and on a phone.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import { exportHub } from '../../generator/export/export-hub.ts';
import { spacesFile, spacesFolder } from '../../generator/process/package-paths.ts';
import { silent } from '../../generator/process/progress.ts';
import { buildSpaces } from '../../generator/spaces/build-spaces.ts';
import type { Address } from '../../src/nouns/address.ts';
import { webContentType } from '../../src/nouns/media-types.ts';
import { builtWebsite } from '../fixtures/built-website.ts';
import { buildFrom, importRows, service } from '../fixtures/hub.ts';
import { inAll } from '../fixtures/in-all.ts';
import { writeLog } from '../fixtures/log.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';
import { days, models } from '../fixtures/rows.ts';
import { keptChromium } from './chromium.ts';
import { axeFindings, overflowing, type Visit, type Visitor, visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let server: LoopbackServer;
let base: string;
let browser: Browser;
let open: Visit | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-exported-'));
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  let catalog: Address | undefined;
  for (const { day, rows } of days) catalog = await importRows(places.data, day, rows);
  const { spaces } = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist: places.dist, hub: '' });
  await buildFrom(places, catalog!, spaces, readDocsPages);
  writeLog(places.dist);
  const to = join(folder, 'out');
  const website = await builtWebsite();
  await exportHub({ dist: places.dist, website, to, service }, silent);
  server = await servePlain(to);
  base = server.base;
  browser = await keptChromium();
}, 240_000);

afterEach(async () => {
  await open?.context.close();
  open = undefined;
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function look(visitor: Visitor): Promise<Page> {
  open = await visit(browser, base, visitor);
  return open.page;
}

const gguf = models.seer.id;
const places = [
  ...[
    '/',
    '/models/',
    `/models/${models.bert.id}/`,
    `/models/${gguf}/`,
    '/docs/',
    '/docs/quickstart/',
    '/docs/static/',
  ],
  ...['/archive/', `/archive/${days[1]!.day}/`, '/health/', '/account/', '/registry/', '/spaces/', '/buckets/'],
];

/**
 * The pages whose content differs in an export. The tests of the served website check all other pages for
 * accessibility.
 */
const ofExports = new Set(['/models/', '/health/', '/account/', '/registry/']);

for (const { width, theme } of [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'dark' },
] as const)
  test(
    `every page loads without a complaint, fits, and is accessible, at ${width} px, ${theme}`,
    inAll(width > 390),
    async () => {
      const page = await look({ width, theme, script: true });
      for (const place of places) {
        const answer = await page.goto(base + place, { waitUntil: 'networkidle' });
        expect([place, answer?.status()]).toEqual([place, 200]);
        expect([place, await overflowing(page)]).toEqual([place, []]);
        expect([place, open!.complaints]).toEqual([place, []]);
        if (width === 1280 || ofExports.has(place)) expect([place, await axeFindings(page)]).toEqual([place, []]);
      }
    },
  );

test('every link of every page leads to a file', async () => {
  const page = await look({ width: 1280, theme: 'light' });
  const asked = new Map<string, string>();
  for (const place of [...places, '/404.html']) {
    await page.goto(base + place);
    const links = await page
      .locator('[href^="/"], [src^="/"]')
      .evaluateAll((all) =>
        all.map((one) => (one.getAttribute('href') ?? one.getAttribute('src'))!.replace(/[?#].*/, '')),
      );
    for (const link of links) asked.set(link, place);
  }
  const dead = [];
  for (const [link, place] of asked) if ((await fetch(base + link)).status !== 200) dead.push(`${place} → ${link}`);
  expect(dead).toEqual([]);
});

describe('searching', () => {
  const ids = (page: Page) => page.locator('.model-id').allTextContents();
  const tally = (page: Page, text: string) => page.locator('.tally, .notice h2', { hasText: text }).first().waitFor();

  test('works from the front page, and while a visitor types and chooses', async () => {
    const page = await look({ width: 1280, theme: 'light', script: true });
    await page.goto(base, { waitUntil: 'networkidle' });
    await page.locator('#find').fill('bert');
    await page.locator('#find').press('Enter');
    await page.waitForURL('**/models/?search=bert&go=1');
    await tally(page, 'match');
    expect((await ids(page)).every((id) => id.toLowerCase().includes('bert'))).toBe(true);
    await page.locator('#search').fill('zzqqxxyy');
    await tally(page, 'No model matches this');
    await page.locator('a.chip', { hasText: 'Words' }).click();
    await page.locator('.model-id').nth(20).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(open!.complaints).toEqual([]);
  });

  test('a wrong value is refused as by a hub, and Back keeps an order by its other name', async () => {
    const page = await look({ width: 1280, theme: 'light', script: true });
    await page.goto(`${base}/models/?sources=abc`, { waitUntil: 'networkidle' });
    await page.getByText('“Sources” was not understood: give a whole number from 1 to 9').waitFor();
    await page.goto(`${base}/models/?sort=created_at`, { waitUntil: 'networkidle' });
    const newest = await ids(page);
    await page.locator('#sort').selectOption('downloads');
    await page.waitForFunction((first) => document.querySelector('.model-id')?.textContent !== first, newest[0]);
    await page.goBack();
    await page.waitForFunction((first) => document.querySelector('.model-id')?.textContent === first, newest[0]);
    expect(await page.locator('#sort').inputValue()).toBe('createdAt');
    expect(open!.complaints).toEqual([]);
  });

  test('says that its files can not be read', async () => {
    const page = await look({ width: 1280, theme: 'light', script: true });
    await page.route('**/_search.json', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto(`${base}/models/?search=bert`, { waitUntil: 'networkidle' });
    await page.getByText('The file of the search could not be read').waitFor();
  });

  test('without script the list is there and names what is missing', async () => {
    const page = await look({ width: 1280, theme: 'light' });
    await page.goto(`${base}/models/`);
    expect((await ids(page)).length).toBeGreaterThan(20);
    await page.getByText('searching them takes script').waitFor();
  });
});

describe('pages of an export', () => {
  const text = async (place: string) => {
    const page = await look({ width: 1280, theme: 'light' });
    await page.goto(base + place);
    return page.locator('main').textContent();
  };

  test('say that health is not measured, that there are no accounts, and that pulling needs a hub', async () => {
    expect(await text('/health/')).toContain('Not measured here');
    await open!.context.close();
    expect(await text('/account/')).toContain('There is no account here');
    await open!.context.close();
    expect(await text('/registry/')).toContain('Pulling needs a hub.');
  });

  test('commands name the sources, and no command sends a tool to the export', async () => {
    const shown = await text(`/models/${models.bert.id}/`);
    expect(shown).toMatch(/https:\/\/huggingface\.co\/\S+\/resolve\/[0-9a-f]{40}\//);
    expect(shown).toContain('/resolve/main/SHA256SUMS');
    expect(shown).not.toMatch(/HF_ENDPOINT|MODEL_ENDPOINT|\/via\/|\/mcp|State now/);
  });
});

test('the search in the header leads to a model by its id', async () => {
  open = await visit(browser, base, { width: 1280, theme: 'light', script: true });
  const { page } = open;
  await page.goto(`${base}/docs/`);
  await page.fill('#find', models.bert.id.toUpperCase());
  await page.press('#find', 'Enter');
  await page.waitForURL(`**/models/${models.bert.id}/`);
});

/** Serves the files of `root`, the index of a folder at a path that ends in a slash, and 404.html for a missing file. */
function servePlain(root: string): Promise<LoopbackServer> {
  return servedBy((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const at = join(root, path);
    const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder && !path.endsWith('/')) return void response.writeHead(301, { Location: `${path}/` }).end();
    const file = isFolder ? join(at, 'index.html') : at;
    const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    const sent = isThere ? file : join(root, '404.html');
    response.writeHead(isThere ? 200 : 404, { 'Content-Type': webContentType(sent) }).end(readFileSync(sent));
  });
}
