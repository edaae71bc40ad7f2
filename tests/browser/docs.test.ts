// Tests the documentation in a browser: every page and every link, narrow and wide, with and without script.

import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { readTarget } from '../../functions/request/request-target.ts';
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import { createMatcher } from '../../src/table/matcher.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { href, type Row, treePath } from '../../src/table/route.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import { treeText } from '../fixtures/hub.ts';
import { inAll } from '../fixtures/in-all.ts';
import { fakeHub } from './fake-hub.ts';
import { useSite } from './site.ts';
import { axeFindings, overflowing } from './visit.ts';

vi.setConfig({ testTimeout: 60_000 });

const baseUrl = 'http://127.0.0.1:9';
const pages = readDocsPages(baseUrl);
const pathOf = (slug: string) => (slug === 'index' ? href(routes.docs) : href(routes.docsPage, { page: slug }));
const slugs = pages.map(({ slug }) => slug);
const match = createMatcher<RouteName>(routes);

const site = useSite(fakeHub(undefined, { baseUrl }));

/** True if a route of the hub serves the path; a path of the docs must also have its page. */
function isServed(path: string): boolean {
  const opened = readTarget(path);
  const found = isRefusal(opened) ? undefined : match(opened.segments, opened.slash);
  return found !== undefined && (found.name !== 'docsPage' || slugs.includes(found.params.page!));
}

for (const visitor of [
  { width: 320, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const)
  test(`every page fits, reports no error, and has the headings of the search index, at ${visitor.width} px, ${visitor.theme}`, {
    ...inAll(visitor.width > 320),
    timeout: 300_000,
  }, async () => {
    const { page, complaints } = await site.visit(visitor);
    const ids = new Map<string, string[]>();
    const links: [from: string, to: URL][] = [];
    const next: (string | undefined)[] = [];
    for (const { slug, sections } of pages) {
      expect((await page.goto(site.baseUrl + pathOf(slug)))?.status(), slug).toBe(200);
      expect(await overflowing(page), slug).toEqual([]);
      const shown = await page.evaluate(whatIsShown);
      expect(shown.isStyled, slug).toBe(false);
      expect(shown.headings, slug).toEqual(sections.flatMap(({ anchor }) => anchor || []));
      expect(shown.text, slug).not.toContain('hub.example');
      ids.set(pathOf(slug), shown.ids);
      for (const link of shown.links) links.push([slug, new URL(link)]);
      next.push(shown.next);
    }
    expect(complaints).toEqual([]);
    // The links to the next page lead through all pages in order.
    expect(next).toEqual([...slugs.slice(1).map(pathOf), undefined]);
    expect(links.length).toBeGreaterThan(500);
    for (const [from, to] of links) {
      if (to.origin !== site.baseUrl) continue;
      expect(isServed(to.pathname), `${from}: ${to.pathname}`).toBe(true);
      const there = ids.get(to.pathname);
      if (to.hash !== '' && there) expect(there, `${from}: ${to}`).toContain(decodeURIComponent(to.hash.slice(1)));
    }
  });

/** Collects everything that a test checks of a page. Runs in the browser. */
function whatIsShown() {
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  return {
    isStyled: document.querySelector('style, [style], script:not([src])') !== null,
    headings: all('.prose :is(h2, h3, h4)').map(({ id }) => id),
    text: document.querySelector('main')?.textContent,
    ids: all('[id]').map(({ id }) => id),
    links: all('a[href], link[href]').map((link) => (link as HTMLAnchorElement).href),
    next: document.querySelector('a[rel=next]')?.getAttribute('href') ?? undefined,
  };
}

describe('search', () => {
  test('finds sections without script, on its own page, or says that nothing fits', async () => {
    const { page } = await site.visit({ width: 375, theme: 'dark' });
    await page.goto(site.baseUrl + pathOf('quickstart'));
    await page.fill('#docs-question', 'zzqqxxyy');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/?q=zzqqxxyy');
    expect(await page.locator('h1').textContent()).toBe('Nothing for “zzqqxxyy”');
    await page.fill('#docs-question', 'unprob');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/?q=unprob');
    expect(await page.locator('#docs-question').inputValue()).toBe('unprob');
    expect(await overflowing(page)).toEqual([]);
    expect(await page.locator('meta[name=robots][content=noindex]').count()).toBe(1);
    await page.locator('.docs-found a').first().click();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`${pathOf('sources')}#health`);
  });
});

describe('the API reference', () => {
  const hub = fakeHub(undefined, { baseUrl });
  const description = treeText(inject('fixture').dist, treePath(routes.openapi, {}));
  const reference = `${href(routes.docs)}reference/`;
  beforeAll(() =>
    site.use({
      ...hub,
      document: (row, params) => (row === 'openapi' ? description : hub.document(row, params)),
    }),
  );

  for (const visitor of [
    { width: 375, theme: 'light', script: false },
    { width: 375, theme: 'dark', script: true, isRepeat: true },
    { width: 1280, theme: 'light', script: true, isRepeat: true },
    { width: 1280, theme: 'dark', script: true },
  ] as const)
    test(
      `has every part of every operation at ${visitor.width} px, ${visitor.theme}`,
      inAll('isRepeat' in visitor),
      async () => {
        const { page, complaints } = await site.visit(visitor);
        const response = await page.goto(site.baseUrl + reference);
        expect(brotliCompressSync(await response!.body()).length).toBeLessThan(90_000);
        const text = (await page.locator('main').textContent()) ?? '';
        for (const { why } of Object.values<Row>(routes)) if (why) expect(text).toContain(why.replaceAll('`', ''));
        expect(await overflowing(page)).toEqual([]);
        expect(await page.locator('.site-header').count()).toBe(1);
        if (visitor.script) expect(await axeFindings(page)).toEqual([]);
        expect(complaints).toEqual([]);
      },
    );

  test('unfolds the operation that a link names, with a command', async () => {
    const { page } = await site.visit({ width: 1280, theme: 'light', script: true });
    await page.goto(`${site.baseUrl}${reference}#getModel`);
    const shown = page.locator('#getModel');
    await shown.waitFor();
    expect(await shown.locator('.copy').first().isVisible()).toBe(true);
  });
});
