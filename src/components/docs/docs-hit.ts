// The search of the documentation in a browser, and where its results lead, the same on the page of results and in every list.
import type { DocsHit } from '../../site/docs-search.ts';
import { href } from '../../table/route.ts';

/** The search over the index at `address`, which is read only where somebody searches. */
export async function fetchDocsSearch(address: string): Promise<(question: string) => DocsHit[]> {
  const [{ openDocsSearch }, answer] = await Promise.all([import('../../site/docs-search.ts'), fetch(address)]);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return openDocsSearch(await answer.text());
}

/** The address of what was found; `page` is the pattern of a page's address, `overview` that of the first page. */
export function hitHref({ slug, anchor }: DocsHit, page: string, overview: string): string {
  const path = slug === 'index' ? overview : href({ pattern: page as '/{page}' }, { page: slug });
  return anchor === '' ? path : `${path}#${anchor}`;
}

/** Makes the name of a result: the page, and the section unless it is the beginning. */
export function hitTitle({ page, heading, anchor }: DocsHit): string {
  return anchor === '' ? page : `${page}: ${heading}`;
}
