// Where a search result leads, the same on the page of results and in the list under the search box.
import type { DocsHit } from '../../site/docs-search.ts';
import { href } from '../../table/route.ts';

/** The address of what was found; `page` is the pattern of a page's address, `overview` that of the first page. */
export function hitHref({ slug, anchor }: DocsHit, page: string, overview: string): string {
  const path = slug === 'index' ? overview : href({ pattern: page as '/{page}' }, { page: slug });
  return anchor === '' ? path : `${path}#${anchor}`;
}

/** The name of what was found: the page, and the section when it is not the page's beginning. */
export function hitTitle({ page, heading, anchor }: DocsHit): string {
  return anchor === '' ? page : `${page}: ${heading}`;
}
