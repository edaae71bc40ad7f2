// Serves the built website over a fake hub, as the real host does: first files of `site/client`, then pages.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteHub } from '../../src/site/site-hub.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { PAGE_SECURITY } from '../../src/table/headers.ts';
import { routes } from '../../src/table/routes.ts';
import { builtWebsite } from '../fixtures/built-website.ts';
import { servedBy } from '../fixtures/loopback-server.ts';
import type { IndexedRows } from './fake-index.ts';

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
