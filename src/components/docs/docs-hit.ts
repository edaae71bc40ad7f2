// Searches the documentation in a browser, and gives the address and name of each result.
import type { DocsHit } from '../../site/docs-search.ts';
import { href } from '../../table/route.ts';

/**
 * Fetches the search index at `address`, and returns the function that searches it. Throws if the index can't be
 * fetched.
 */
export async function fetchDocsSearch(address: string): Promise<(question: string) => DocsHit[]> {
  const [{ openDocsSearch }, answer] = await Promise.all([import('../../site/docs-search.ts'), fetch(address)]);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return openDocsSearch(await answer.text());
}

/**
 * Gives the address of a result. `page` is the pattern of a page's address, `overview` the address of the first page.
 */
export function hitHref({ slug, anchor }: DocsHit, page: string, overview: string): string {
  const path = slug === 'index' ? overview : href({ pattern: page as '/{page}' }, { page: slug });
  return anchor === '' ? path : `${path}#${anchor}`;
}

/** Makes the name of a result: the page, and its section unless the result is the whole page. */
export function hitTitle({ page, heading, anchor }: DocsHit): string {
  return anchor === '' ? page : `${page}: ${heading}`;
}
