// Serves the built website over a fake hub, as the real host does: first files of `site/client`, then pages. Opens
// browser windows on it, which close after each test.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { SiteHub } from '../../src/site/site-hub.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { PAGE_SECURITY } from '../../src/table/headers.ts';
import { routes } from '../../src/table/routes.ts';
import { builtWebsite } from '../fixtures/built-website.ts';
import { servedBy } from '../fixtures/loopback-server.ts';
import { keptChromium } from './chromium.ts';
import { fakeHub } from './fake-hub.ts';
import type { IndexedRows } from './fake-index.ts';
import { type Visit, type Visitor, visit } from './visit.ts';

/** The built website, served on loopback. */
export interface Site {
  baseUrl: string;
  /** Makes the pages use `hub` from the next request on. */
  use(hub: SiteHub): void;
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Serves the website on a free loopback port. */
export async function startSite(hub: SiteHub): Promise<Site> {
  const dist = await builtWebsite();
  const client = join(dist, 'site', 'client');
  const site = (await import(pathToFileURL(join(dist, 'site', 'server', 'entry.mjs')).href)) as PagePort;
  let behind = hub;
  const { base, close } = await servedBy(async (request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost');
    const type = types[extname(path)];
    const file = type && (await readFile(join(client, path)).catch(() => undefined));
    if (file) {
      response.writeHead(200, { 'Content-Type': type }).end(file);
      return;
    }
    const index = path === routes.docsSearch.pattern && behind.document('docsSearch');
    if (index) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(index);
      return;
    }
    const rows = (behind as Partial<IndexedRows>).api?.(request.url ?? '/');
    if (rows) {
      const { status, headers, body } = await rows;
      response.writeHead(status, headers).end(body);
      return;
    }
    for (let at = 0; at < PAGE_SECURITY.length; at += 2) response.setHeader(PAGE_SECURITY[at]!, PAGE_SECURITY[at + 1]!);
    const asked = { path, query: search.slice(1), asked: decodeURIComponent(path), status: 200 };
    const page = await site.render(asked, behind);
    response.writeHead(page.status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page.html);
  });
  return {
    baseUrl: base,
    use: (next) => {
      behind = next;
    },
    close,
  };
}

interface Closable {
  close(): Promise<void>;
}

/** A browser whose windows close after each test. */
interface WithBrowser {
  browser: Browser;
}

/** A server whose pages tests can visit. */
interface Visited extends WithBrowser {
  /** Opens a window with an empty page. Its complaints include requests to any other server. */
  visit(visitor: Visitor): Promise<Visit>;
}

/**
 * Calls `start` before the tests of this file or `describe`, and closes the server after them. The result is empty
 * until `start` is done, so only hooks and tests may read it.
 */
export function useBrowser<S extends Closable>(start: () => Promise<S>): Omit<S, 'close'> & WithBrowser {
  const ready = {} as S & WithBrowser;
  beforeAll(async () => {
    const [served, browser] = await Promise.all([start(), keptChromium()]);
    Object.assign(ready, served, { browser });
  });
  afterEach(() => Promise.all(ready.browser.contexts().map((context) => context.close())));
  afterAll(() => ready.close?.());
  return ready;
}

/** Like `useBrowser`, for a server that visitors open at the address that `addressOf` gives. */
export function useVisits<S extends Closable>(
  start: () => Promise<S>,
  addressOf: (served: Omit<S, 'close'>) => string,
): Omit<S, 'close'> & Visited {
  const ready = useBrowser(start);
  return Object.assign(ready, { visit: (visitor: Visitor) => visit(ready.browser, addressOf(ready), visitor) });
}

/** Like `useVisits`, for the built website, whose pages show `hub` until a test replaces it. */
export function useSite(hub: SiteHub = fakeHub()): Omit<Site, 'close'> & Visited {
  return useVisits(
    () => startSite(hub),
    ({ baseUrl }) => baseUrl,
  );
}
