// Tests that the documentation has each part to which a command links.
import { expect, test } from 'vitest';
import { readDocsPages } from '../../../generator/documents/docs-pages.ts';
import { DOCS_PARTS, type DocsPart, docsPart } from '../../../src/get-it/command-body.ts';

const pages = readDocsPages('https://hub.example');
const addresses = pages.flatMap(({ slug, sections }) =>
  sections.map(({ anchor }) => `/docs/${slug}/${anchor === '' ? '' : `#${anchor}`}`),
);

test.each(Object.keys(DOCS_PARTS) as DocsPart[])('the documentation has a heading about %s', (part) => {
  expect(addresses).toContain(docsPart('/docs/{page}/', part));
});
