// Gives the address and the name of each result of a search in the documentation.
import type { DocsHit } from '../../site/docs-search.ts';
import { href } from '../../table/route.ts';

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
