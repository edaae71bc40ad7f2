// Keeps the pages of the documentation beside the tree: parsing Markdown takes long, and most builds find every page
// unchanged.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsPage } from '../../src/site/docs-page.ts';
import { keptOrMade } from '../files/kept-value.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';
import { docsFolder } from '../process/package-paths.ts';

const NAME = 'docs.json';

/**
 * Gives every page of the documentation in `docs` for the hub at `baseUrl`, in reading order. Takes the pages that the
 * same code made of the same texts from `folder`. Rejects as `readDocsPages` throws.
 */
export function keptDocsPages(baseUrl: string, folder: string, docs: string = docsFolder): Promise<DocsPage[]> {
  const texts = docsFiles(docs).flatMap(({ path, slug }) => [slug, readFileSync(path, 'utf8')]);
  return keptOrMade(join(folder, NAME), keyOf(codeKey(), baseUrl, ...texts), async () => {
    // The Markdown reader takes long to load, so only a build that needs it loads it.
    const { readDocsPages } = await import('./docs-pages.ts');
    return readDocsPages(baseUrl, docs);
  });
}

/** Lists every page of `folder`: the path of its file, and its slug in addresses. */
export function docsFiles(folder: string): { path: string; slug: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ path: join(folder, file), slug: file.slice(0, -'.md'.length) }));
}
