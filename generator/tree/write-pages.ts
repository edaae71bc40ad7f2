// Makes the pages of the website that have no live facts, such as the documentation, so that the hub sends them as files.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPages } from '../../functions/hosts/local-hub.ts';
import type { Document } from '../../src/dialects/discovery/documents.ts';
import type { DocumentFacts } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { OVERVIEW } from '../../src/site/docs-page.ts';
import type { SiteHub } from '../../src/site/site-hub.ts';
import { fileOf, href, type Row, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { pagePath, SITE_ENTRY } from '../../src/tree/static-tree.ts';
import { keptOrMade } from '../files/kept-value.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';

/**
 * Returns the pages with the paths of their files in the tree; none if no website is built in `dist`. Keeps them there
 * between builds. `read` returns a document of the unfinished tree. Rejects if a page fails.
 */
export async function pagesAhead(
  dist: string,
  { baseUrl, docs, service: { name, code } }: DocumentFacts,
  read: (path: string) => string | undefined,
): Promise<readonly Document[]> {
  if (!existsSync(join(dist, SITE_ENTRY))) return [];
  const slugs = docs.flatMap(({ slug }) => (slug === OVERVIEW ? [] : slug));
  const document: SiteHub['document'] = (row, params = {}) => read(treePath(routes[row], params));
  const of = keyOf(
    codeKey(),
    JSON.stringify([baseUrl, name, code, docs, document('openapi'), document('spacesCatalog')]),
  );
  return keptOrMade(join(dist, 'pages.json'), of, async () => {
    // Such a page asks for no other fact of a hub.
    const hub = { baseUrl, name, code, document, isExport: false } as SiteHub;
    const website = await openPages(dist);
    const pages: Document[] = [];
    for (const row of Object.values<Row<string>>(routes).filter(({ ahead }) => ahead))
      for (const page of row === routes.docsPage ? slugs : ['']) {
        const path = row.page ?? href(row, { page });
        const { status, html, fault } = await website.render({ path, query: '', asked: path, status: 200 }, hub);
        if (status !== 200) throw fault ?? new Error(`the page ${path} has the status ${status}`);
        pages.push({ path: pagePath(fileOf(row, { page }, 'html')), text: Buffer.from(html).toString() });
      }
    return pages;
  });
}
