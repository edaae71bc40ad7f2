// Tests that a page that arrives slowly moves nothing that a visitor sees. The browser paints parts of it before the
// rest is there.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';
import { GGUF } from './fake-models.ts';
import { useSite } from './site.ts';
import { countShifts, SETTLING, shiftOf } from './visit.ts';

vi.setConfig({ testTimeout: 90_000 });

/** The smallest number of characters in a part of the page. The browser paints the page after each part. */
const PART = 600;

const site = useSite();
let server: LoopbackServer;
/** Answers the next request for a page. `html` is the text of the whole page. */
let answer: (response: ServerResponse, html: string) => void;

beforeAll(async () => {
  server = await servedBy(async (request, response) => {
    const got = await fetch(site.baseUrl + request.url);
    const type = got.headers.get('content-type') ?? '';
    response.writeHead(got.status, { 'Content-Type': type });
    if (type.startsWith('text/html')) answer(response, await got.text());
    else response.end(Buffer.from(await got.arrayBuffer()));
  });
});
afterAll(() => server.close());

/** Matches the places where a page is cut: before the tag of a block element, a link or a button. */
const ELEMENT =
  /(?=<(?:a|button|col|d[dlt]|details|div|fieldset|figure|form|h\d|input|label|li|nav|p|pre|section|summary|t[dhr]|ul)\b)/;

/** Cuts a page into its head and the parts of its body. */
function partsOf(html: string): string[] {
  const at = html.indexOf('<body');
  const parts = [''];
  for (const piece of html.slice(at).split(ELEMENT)) {
    if (parts.at(-1)!.length > PART) parts.push('');
    parts[parts.length - 1] += piece;
  }
  return [html.slice(0, at), ...parts];
}

/** Waits until the browser has painted what has arrived. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Opens `path`, and sends each part of the page after the browser has painted the previous part. */
async function arrive(page: Page, path: string): Promise<void> {
  const asked = new Promise<{ response: ServerResponse; html: string }>((resolve) => {
    answer = (response, html) => resolve({ response, html });
  });
  const loaded = page.goto(server.base + path, { waitUntil: 'load' });
  const { response, html } = await asked;
  // The browser paints nothing before the body begins, so the first part of the body comes with the head.
  const [head = '', first = '', ...parts] = partsOf(html);
  response.write(head + first);
  await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
  for (const part of parts) {
    await painted(page);
    if (!response.write(part)) await once(response, 'drain');
  }
  response.end();
  await loaded;
  await painted(page);
}

const pages = [
  '/',
  '/models/',
  `/models/${GGUF}/`,
  '/health/',
  '/archive/2026-08-22/',
  '/registry/',
  '/docs/quickstart/',
];
const usual = pages.slice(0, 3);

describe.each([1024, 390, 1440])('a page that arrives in parts moves nothing at %i px', (width) => {
  for (const path of pages)
    test(`${path}`, inAll(width !== 1024 || !usual.includes(path)), async () => {
      const { page } = await site.visit({ width, theme: 'light', script: true });
      await countShifts(page);
      await arrive(page, path);
      expect(await shiftOf(page)).toBeLessThan(SETTLING);
    });
});
