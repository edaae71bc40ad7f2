// Tests the pages of the built website behind a served hub: those of models, and the two handlers of the website.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openNodeHub } from '../../functions/hosts/node/node-hub.ts';
import { openWebsite } from '../../functions/hosts/node/node-website.ts';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { openPlainWebsite } from '../../functions/rim/built-pages.ts';
import { keptDocsPages } from '../../generator/documents/kept-docs.ts';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { buildSite } from '../../generator/site/build-site.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import type { Address } from '../../src/nouns/address.ts';
import { readConfig } from '../../src/service/config.ts';
import type { SiteHub } from '../../src/site/site-hub.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { CARD, cardedRow } from '../cards/carded-hub.ts';
import { inMemory, overSocket } from '../contract/players.ts';
import { baseUrl, importRows, service } from '../fixtures/hub.ts';
import { days, models } from '../fixtures/rows.ts';
import { hostileCards } from '../unit/model-card/hostile-cards.ts';

let folder: string;
let hub: Serving;

const dist = () => join(folder, 'dist');
const html = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'identity',
  // Fixes the id of the request, because the test compares whole answers.
  'x-request-id': 'one',
};

async function serveTree(catalog: Address): Promise<Serving> {
  const documents = { service, docs: (address: string) => keptDocsPages(address, dist()) };
  const stores: [string] = [join(folder, 'data/objects')];
  await buildTree({ dist: dist(), stores, catalog, baseUrl, documents, ...sourceFacts(service) });
  const settings = { HUB_DATA: join(folder, 'state'), HUB_DIST: dist(), HUB_PROBE: 'off', PORT: '0' };
  return serve({ config: readConfig(settings), service, baseUrl, writeLog() {}, writeNotice() {} });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-built-pages-'));
  mkdirSync(dist());
  let catalog: Address | undefined;
  for (const { day, rows } of days)
    catalog = await importRows(join(folder, 'data'), day, [...rows, cardedRow(CARDED, ALL_CARDS)]);
  standingSite('old.Bq3x.css');
  await buildSite(dist());
  hub = await serveTree(catalog!);
}, 120_000);
afterAll(async () => {
  await hub?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes an earlier website, which consists of one style sheet. */
function standingSite(style: string): void {
  mkdirSync(join(dist(), 'sites/before/client/_astro'), { recursive: true });
  writeFileSync(join(dist(), 'sites/before/client/_astro', style), 'a { color: teal }');
  symlinkSync('sites/before', join(dist(), 'site'));
}

/** A model whose card joins all short cards of `hostileCards`, which attack the page. */
const CARDED = 'acme/carded';
const ALL_CARDS = `${CARD}\n\n${Object.values(hostileCards)
  .filter(({ length }) => length < 400)
  .join('\n\n')}`;

/** Addresses of every kind: pages of the index, a page with a query, a page with a wrong query, absent pages. */
const pagesOfAll = ['/', '/models/', '/models/?search=bert', '/models/?limit=x', `/models/${models.bert.id}/?v=all`];
pagesOfAll.push('/docs/', '/registry/', '/account/', '/nobody/nothing/there/', '/models/nobody/nothing/');
const headers: [name: string, value: string][] = Object.entries(html);
/** Sends a GET to the hub over a socket, which allows any header. */
const sent = (target: string, more: typeof headers = []) =>
  overSocket(Number(new URL(hub.url).port))({
    method: 'GET',
    target,
    headers: [...headers, ...more],
    body: undefined,
  });

const ids = [...Object.values(models).map(({ id }) => id), CARDED];

describe('pages of models', () => {
  test.each(ids)('%s', async (id) => {
    const answer = await fetch(`${hub.url}/models/${id}/`, { headers: html });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('etag')).toMatch(/^"/);
    expect(await answer.text()).toContain(id);
  });

  test('a card appears on its page, and nothing of it loads or runs', async () => {
    const page = await (await fetch(`${hub.url}/models/${CARDED}/`)).text();
    expect(page).toContain('<h3 id="in-card-tiny">Tiny</h3>');
    expect(page).toContain('Text by its authors, under mit, from ');
    expect(page.match(/<h1\b/g)).toHaveLength(1);
    const other = await (await fetch(`${hub.url}/models/${models.bert.id}/`)).text();
    expect(other).not.toContain('model-card');
    const loading = /<(script|style|img|iframe|object|embed|link|svg|video|audio|form|input|base|meta)\b/g;
    const count = (text: string) => {
      const found: Record<string, number> = {};
      for (const [, name] of text.matchAll(loading)) if (name !== 'input') found[name!] = (found[name!] ?? 0) + 1;
      return found;
    };
    expect(count(page)).toEqual(count(other));
    const twin = await (await fetch(`${hub.url}/models/${CARDED}/index.md`)).text();
    const [, object] = /- Card: `README.md` as an object, at \S+(\/api\/v1\/objects\/blake3:[0-9a-f]{64})\n/.exec(
      twin,
    )!;
    const answer = await fetch(hub.url + object);
    expect(answer.headers.get('content-type')).toBe('application/vnd.hub.model-hub.card.v1+json');
    expect(((await answer.json()) as { text: string }).text).toBe(ALL_CARDS);
  });

  test('styles of the previous website are still served, because pages in browsers and caches need them', async () => {
    const style = await fetch(`${hub.url}/_astro/old.Bq3x.css`);
    expect([style.status, await style.text()]).toEqual([200, 'a { color: teal }']);
    const text = await (await fetch(`${hub.url}/models/${models.bert.id}/`)).text();
    const [, path] = /href="(\/_astro\/[^"]+\.css)"/.exec(text)!;
    expect((await fetch(hub.url + path)).status).toBe(200);
    expect((await fetch(`${hub.url}/_astro/never.css`)).headers.get('x-error-message')).toContain('/_astro/never.css');
  });
});

describe('a page without live facts', () => {
  const website: PagePort = { render: () => Promise.reject(new Error('the website was asked')) };

  test.each(['/docs', '/docs/', '/docs/quickstart/', '/spaces/', '/verify/'])(
    '%s was made by the build',
    async (path) => {
      const config = readConfig({ HUB_DATA: join(folder, 'ahead'), HUB_DIST: dist(), HUB_PROBE: 'off' });
      const settings = { config, service, baseUrl, pages: website, writeNotice() {}, onFault() {} };
      const alone = await openNodeHub(settings);
      onTestFinished(() => alone.close());
      const ask = async (more: typeof headers = [], query = '') => {
        const target = path + query;
        return (await inMemory(alone.hub)({ method: 'GET', target, headers: [...headers, ...more], body: undefined }))!;
      };
      const [ahead, { status }, made] = await Promise.all([ask(), ask([], '?q=bert'), sent(`${path}?again`)]);
      expect([ahead.status, status]).toEqual([200, 500]);
      expect(ahead.body.toString()).toBe(made!.body.toString());
      const etag = ahead.headers.find(([name]) => name.toLowerCase() === 'etag')![1];
      expect((await ask([['If-None-Match', etag]])).status).toBe(304);
    },
  );
});

describe('the handler of the website on Node', () => {
  test('makes the same bytes as the handler of other hosts, whatever host the request names', async () => {
    const config = readConfig({ HUB_DATA: join(folder, 'entries'), HUB_DIST: dist(), HUB_PROBE: 'off' });
    const pages = openPlainWebsite(dist());
    const plain = await openNodeHub({ config, service, baseUrl, pages, writeNotice() {} });
    onTestFinished(() => plain.close());
    const player = inMemory(plain.hub);
    for (const target of pagesOfAll) {
      const [ours, hostile, theirs] = await Promise.all([
        sent(target),
        sent(`http://evil.example${target}`, [
          ['Host', 'evil.example'],
          ['X-Forwarded-Host', 'evil.example'],
          ['X-Forwarded-Proto', 'ftp'],
        ]),
        player({ method: 'GET', target, headers, body: undefined }),
      ]);
      expect([target, ours!.status, ours!.body.toString()]).toEqual([target, theirs!.status, theirs!.body.toString()]);
      expect(hostile).toEqual(ours);
    }
  });

  test('reports why a page failed, as the handler of other hosts does', async () => {
    const failing = { baseUrl, isExport: false } as SiteHub;
    const ask = { path: '/models/', query: '', asked: '/models/', status: 200 };
    const at = dist();
    const [ours, theirs] = await Promise.all(
      [openWebsite(at), openPlainWebsite(at)].map((one) => one.render(ask, failing)),
    );
    expect([ours!.status, Buffer.from(ours!.html).toString()]).toEqual([500, Buffer.from(theirs!.html).toString()]);
    expect(ours!.fault).toBeInstanceOf(TypeError);
    expect(ours!.fault).toEqual(theirs!.fault);
  });
});
