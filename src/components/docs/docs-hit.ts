// Gives the address of a part of the documentation, and the name of a result of a search in it.
import { OVERVIEW } from '../../site/docs-page.ts';
import type { DocsHit } from '../../site/docs-search.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Gives the address of a part of a page; `anchor` is '' for the whole page. */
export function hitHref({ slug, anchor }: Pick<DocsHit, 'slug' | 'anchor'>): string {
  const path = slug === OVERVIEW ? href(routes.docs) : href(routes.docsPage, { page: slug });
  return anchor === '' ? path : `${path}#${anchor}`;
}

/** Makes the name of a result: the page, and its section unless the result is the whole page. */
export function hitTitle({ page, heading, anchor }: DocsHit): string {
  return anchor === '' ? page : `${page}: ${heading}`;
}
