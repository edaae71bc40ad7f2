// The facts of the docs section, which has every page of the documentation, also as Markdown.

import type { SectionPage } from '../../../../shapes/sections.ts';
import { type DocsPage, OVERVIEW } from '../../../../site/docs-page.ts';
import { href } from '../../../../table/route.ts';
import { routes } from '../../../../table/routes.ts';
import type { DocumentFacts } from '../../facts/hub-facts.ts';
import { describedGet, requestTemplate } from '../../facts/request-template.ts';
import type { SectionFacts } from '../../facts/section-facts.ts';

export function docsFacts({ baseUrl, docs }: DocumentFacts): SectionFacts {
  return {
    inventory: {
      described: docs.length,
      served_here: docs.length,
      note: 'pages, each with a Markdown twin',
    },
    catalog: null,
    catalog_note: 'pages are part of the service and change with it, not with the days of the index',
    list: [
      describedGet('http', routes.docsDescriptor, 'this document, whose `pages` are every page and its twin'),
      describedGet('http', routes.llms, 'the service explained, and every twin with one sentence'),
    ],
    item: describedGet('http', routes.docsPage, 'a page as HTML'),
    fetch: describedGet('http', routes.docsTwin, 'a page as Markdown'),
    verify: {
      algorithm: 'none',
      expected_from: 'nothing: pages are text of this host',
      server_verifies_on_read: false,
      privacy: 'pages ask nothing of third parties',
    },
    one_line: `curl -s ${baseUrl}${requestTemplate(routes.llms)}`,
    pages: docs.map(sectionPage),
  };
}

/**
 * Returns the description of a page of the documentation, with its two addresses. The overview is the section's own
 * page.
 */
export function sectionPage({ slug, title, description }: DocsPage): SectionPage {
  const page = slug === OVERVIEW ? href(routes.docs, {}) : href(routes.docsPage, { page: slug });
  return { slug, title, about: description, page, markdown: href(routes.docsTwin, { page: slug }) };
}
