// The API reference as people meet it: it comes to life, asks no third party, and can be read without script.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { madeFile } from '../../functions/answers/built-answer.ts';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { noAccessLog } from '../../functions/hosts/node/access-log.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import { referenceScript } from '../../generator/documents/reference-script.ts';
import { referenceMaker } from '../../generator/site/build-reference.ts';
import { operations } from '../../src/openapi/operations.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { baseUrl, openInMemory, origin, service, treeText } from '../fixtures/hub.ts';
import { treeOver } from '../fixtures/tree-over.ts';
import { launchChromium } from './chromium.ts';
import { overflowing } from './visit.ts';

/** A folder to leave screenshots in, to look at; none are made without it. */
const pictures = env.PICTURES;

vi.setConfig({ testTimeout: 60_000 });

let server: Server;
let browser: Browser;
let url: string;
let html: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-reference-'));
  const { dist } = inject('fixture');
  const description = treeText(dist, treePath(routes.openapi, {}));
  html = await referenceMaker(folder).make(description);
  const script = referenceScript();
  const made = new Map([
    [treePath(routes.reference, {}), madeFile(Buffer.from(html), 'page')],
    [`site/_astro/${script.name}`, madeFile(Buffer.from(script.text), 'script')],
  ]);
  const tree = openInMemory(dist);
  const hub = createMemoryHub(treeOver(tree, { read: (path) => made.get(path) ?? tree.read(path) }), {
    sources: service.sources,
    origin,
    baseUrl,
  });
  server = createHubServer(hub, noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page; `complaints` are errors, failed requests and requests to anyone but this hub. */
async function open(width: number, withScript: boolean, at = '') {
  const context = await browser.newContext({
    javaScriptEnabled: withScript,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${url}/docs${at}`);
  return { page, complaints, asked, close: () => context.close() };
}

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `reference-${name}.png`) });
};

describe.each([375, 1280])('at %i px', (width) => {
  test('the page comes to life, and asks no one but this hub', async () => {
    const { page, complaints, asked, close } = await open(width, true);
    if (width < 500) await page.getByTestId('floating-button').click();
    await page.locator('.menu-content').getByText('Models', { exact: true }).click();
    await page.locator('.menu-content').getByText('Search models', { exact: true }).click();
    await page.getByText('Call it to find a model').waitFor();
    expect(asked.filter((one) => !one.startsWith(url) && !one.startsWith('blob:'))).toEqual([]);
    expect(asked.map((one) => new URL(one).pathname)).toContain('/openapi.json');
    expect(complaints).toEqual([]);
    await picture(page, `${width}`);
    await close();
  });

  test('without script it says the same of every operation', async () => {
    const { page, complaints, asked, close } = await open(width, false);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not to be read
    const text = await page.locator('body').innerText();
    for (const operation of Object.values(operations))
      if (!('partOf' in operation)) expect(text).toContain(operation.why.replaceAll('`', ''));
    for (const word of ['owner (path)', 'limit (query, optional)', '/via/{source}/api/models', 'application/json'])
      expect(text).toContain(word);
    expect(await overflowing(page)).toEqual([]);
    expect(asked).toEqual([`${url}/docs`]);
    expect(complaints).toEqual([]);
    await picture(page, `${width}-no-script`);
    await close();
  });
});

test('an operation has an address that can be shared, and shows what a real answer looks like', async () => {
  const { page, complaints, close } = await open(1280, true);
  await page.locator('.menu-content').getByText('Models', { exact: true }).click();
  await page.locator('.menu-content').getByText('Get model', { exact: true }).click();
  await page.waitForURL('**/docs#/**');
  const shared = new URL(page.url()).hash;
  await close();
  const visit = await open(1280, true, shared);
  await visit.page.getByText('Call it to learn a model’s indexed revision').waitFor();
  await visit.page.getByText('siblings').first().waitFor();
  await picture(visit.page, 'operation');
  expect([...complaints, ...visit.complaints]).toEqual([]);
  await visit.close();
});

test('its search finds an operation', async () => {
  const { page, complaints, asked, close } = await open(1280, true);
  await page.getByTestId('search-trigger').click();
  await page.keyboard.type('checksum');
  await page.getByText('Resolve file').first().waitFor();
  await picture(page, 'search');
  expect(asked.filter((one) => !one.startsWith(url) && !one.startsWith('blob:'))).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('no link of the page leads to a path that is not there', () => {
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(5);
  const ours = links.filter((link) => !/^(https?|mailto):/.test(link));
  expect(ours.filter((link) => !link.startsWith('#/') && link !== '/openapi.json')).toEqual([]);
});
