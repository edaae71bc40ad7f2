// Lists the files of the documentation, in reading order.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsPage } from '../../src/site/docs-page.ts';

/** Lists every page of `folder`: the path of its file, and its slug in addresses. */
export function docsFiles(folder: string): { path: string; slug: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ path: join(folder, file), slug: file.slice(0, -'.md'.length) }));
}

/** Sorts pages by the `order` in their front matter, then by name. */
export function inReadingOrder(pages: DocsPage[]): DocsPage[] {
  return pages.sort((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1));
}
