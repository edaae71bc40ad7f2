// The service that the API description describes, and links to the pages of its documentation.

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

/** Returns `externalDocs` for a page of the documentation; an empty object if there is no such page. */
export function externalDocs({ baseUrl, docs }: Described, slug: string | undefined): object {
  const page = docs.find((one) => one.slug === slug);
  if (!page) return {};
  const path = page.slug === 'index' ? href(routes.docs, {}) : href(routes.docsPage, { page: page.slug });
  return { externalDocs: { url: baseUrl + path, description: page.title } };
}
