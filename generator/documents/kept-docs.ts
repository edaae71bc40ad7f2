// Caches the pages of the documentation beside the tree: parsing Markdown takes long, and most builds find every page
// unchanged.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsPage } from '../../src/site/docs-page.ts';
import { keep, readKept } from '../files/kept-value.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';
import { docsFolder } from '../process/package-paths.ts';

const FORMAT = 'hub.model-hub.docs-pages/v1';
const NAME = 'docs.json';

/** The kept pages, each with a hash of its sources. */
type Kept = [key: string, page: DocsPage][];

/**
 * Gives every page of the documentation in `docs` for the hub at `baseUrl`, in reading order. Reuses a page in `folder`
 * that the same code made from the same text. Throws as `readDocsPages` does.
 */
export async function keptDocsPages(baseUrl: string, folder: string, docs: string = docsFolder): Promise<DocsPage[]> {
  const path = join(folder, NAME);
  const before = new Map(readKept<Kept>(path, FORMAT));
  const code = codeKey();
  const pages: Kept = await Promise.all(
    docsFiles(docs).map(async (file): Promise<Kept[number]> => {
      const key = keyOf(code, baseUrl, file.slug, readFileSync(file.path, 'utf8'));
      return [key, before.get(key) ?? (await readPage(file, baseUrl))];
    }),
  );
  if (pages.length !== before.size || pages.some(([key]) => !before.has(key))) keep(path, FORMAT, pages);
  return inReadingOrder(pages.map(([, page]) => page));
}

/** Reads a page. The Markdown reader takes long to load, so only a build that needs it loads it. */
async function readPage({ path, slug }: { path: string; slug: string }, baseUrl: string): Promise<DocsPage> {
  const { readDocsPage } = await import('./docs-pages.ts');
  return readDocsPage(path, slug, baseUrl);
}

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
