// Tests that the documentation has each part to which a command links.
import { expect, test } from 'vitest';
import { readDocsPages } from '../../../generator/documents/docs-pages.ts';
import { DOCS_PARTS } from '../../../src/get-it/command-body.ts';

const pages = readDocsPages('https://hub.example');
const addresses = pages.flatMap(({ slug, sections }) =>
  sections.map(({ anchor }) => `/docs/${slug}/${anchor === '' ? '' : `#${anchor}`}`),
);

test.each(Object.entries(DOCS_PARTS))('the documentation has a heading about %s', (_, address) => {
  expect(addresses).toContain(address);
});
