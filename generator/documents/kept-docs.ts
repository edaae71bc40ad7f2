// The pages of the documentation, kept beside the tree: to read Markdown takes long, and most builds find every page as it was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsPage } from '../../src/site/docs-page.ts';
import { putWhole } from '../files/whole-file.ts';
import { codeKey } from '../keys/build-keys.ts';
import { keyOf } from '../keys/key-of.ts';
import { docsFolder } from '../process/places.ts';
import { docsFiles, inReadingOrder } from './docs-files.ts';

const FORMAT = 'hub.model-hub.docs-pages/v1';
const NAME = 'docs.json';

/**
 * Every page of the documentation in `docs` for the hub at `baseUrl`, in reading order: one that is kept in `folder` as
 * it was read from the same text by the same code is taken from there. Throws as `readDocsPages` does.
 */
export async function keptDocsPages(baseUrl: string, folder: string, docs: string = docsFolder): Promise<DocsPage[]> {
  const path = join(folder, NAME);
  const before = new Map(readKept(path));
  const code = codeKey('docs');
  const kept = await Promise.all(
    docsFiles(docs).map(async (file): Promise<Kept> => {
      const key = keyOf(code, baseUrl, file.slug, readFileSync(file.path, 'utf8'));
      return [key, before.get(key) ?? (await readPage(file, baseUrl))];
    }),
  );
  if (kept.length !== before.size || kept.some(([key]) => !before.has(key))) keep(path, kept);
  return inReadingOrder(kept.map(([, page]) => page));
}

type Kept = [key: string, page: DocsPage];

/** What reads Markdown takes long to load, so only a build that needs it does. */
async function readPage({ path, slug }: { path: string; slug: string }, baseUrl: string): Promise<DocsPage> {
  const { readDocsPage } = await import('./docs-pages.ts');
  return readDocsPage(path, slug, baseUrl);
}

/** The pages at `path`; none where they are not what was written there. */
function readKept(path: string): Kept[] {
  try {
    const [sum, text = ''] = readFileSync(path, 'utf8').split('\n');
    return sum === keyOf(FORMAT, text) ? (JSON.parse(text) as Kept[]) : [];
  } catch {
    return [];
  }
}

/** What is kept saves time and nothing else: a folder that does not take it is no fault. */
function keep(path: string, pages: readonly Kept[]): void {
  try {
    const text = JSON.stringify(pages);
    putWhole(path, `${keyOf(FORMAT, text)}\n${text}`);
  } catch {
    // The next build reads the pages once more.
  }
}
