// The pages of the documentation, kept beside the tree: to read Markdown takes long, and most builds find every page as it was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsPage } from '../../src/site/docs-page.ts';
import { keep, readKept } from '../files/kept-value.ts';
import { codeKey } from '../keys/build-keys.ts';
import { keyOf } from '../keys/key-of.ts';
import { docsFolder } from '../process/places.ts';
import { docsFiles, inReadingOrder } from './docs-files.ts';

const FORMAT = 'hub.model-hub.docs-pages/v1';
const NAME = 'docs.json';

/** Pages as they lie there, by a hash of what each is made of. */
type Kept = [key: string, page: DocsPage][];

/**
 * Every page of the documentation in `docs` for the hub at `baseUrl`, in reading order: one that is kept in `folder` as
 * it was read from the same text by the same code is taken from there. Throws as `readDocsPages` does.
 */
export async function keptDocsPages(baseUrl: string, folder: string, docs: string = docsFolder): Promise<DocsPage[]> {
  const path = join(folder, NAME);
  const before = new Map(readKept<Kept>(path, FORMAT));
  const code = codeKey('docs');
  const pages: Kept = await Promise.all(
    docsFiles(docs).map(async (file): Promise<Kept[number]> => {
      const key = keyOf(code, baseUrl, file.slug, readFileSync(file.path, 'utf8'));
      return [key, before.get(key) ?? (await readPage(file, baseUrl))];
    }),
  );
  if (pages.length !== before.size || pages.some(([key]) => !before.has(key))) keep(path, FORMAT, pages);
  return inReadingOrder(pages.map(([, page]) => page));
}

/** The Markdown reader takes long to load, so only a build that needs it loads it. */
async function readPage({ path, slug }: { path: string; slug: string }, baseUrl: string): Promise<DocsPage> {
  const { readDocsPage } = await import('./docs-pages.ts');
  return readDocsPage(path, slug, baseUrl);
}
