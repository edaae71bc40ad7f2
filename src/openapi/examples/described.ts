// The service that is described, and the pages of its documentation that the description links.

import type { Service } from '../../service/service.ts';
import type { DocsPage } from '../../site/docs-page.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

export interface Described {
  /** The public address without a trailing slash. */
  baseUrl: string;
  service: Service;
  docs: readonly Pick<DocsPage, 'slug' | 'title'>[];
}

/** Gives `externalDocs` for a page of the documentation; an empty object if there is no such page. */
export function externalDocs({ baseUrl, docs }: Described, slug: string | undefined): object {
  const page = docs.find((one) => one.slug === slug);
  if (!page) return {};
  const path = page.slug === 'index' ? href(routes.docs, {}) : href(routes.docsPage, { page: page.slug });
  return { externalDocs: { url: baseUrl + path, description: page.title } };
}
