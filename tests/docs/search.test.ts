// Tests the documentation's search: the page that a person means comes first.
import { expect, test } from 'vitest';
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import { indexDocs, openDocsSearch } from '../../src/site/docs-search.ts';

const search = openDocsSearch(indexDocs(readDocsPages('https://docs-test.example')));

test.each([
  ['rate limit', 'limits'],
  ['quantisation', 'ollama'],
  ['offline', 'mirroring'],
  ['add model', 'importing'],
  ['proxy', 'edge'],
  ['powershell', 'quickstart'],
  ['checksum', 'verification'],
  ['backup', 'operating'],
])('%s leads to %s', (question, slug) => {
  expect(search(question).map((hit) => hit.slug)[0]).toBe(slug);
});

test.each(['model', 'hub', 'sources', 'index', 'log'])('the page of changes comes last for %s', (question) => {
  const slugs = search(question).map((hit) => hit.slug);
  const others = slugs.filter((slug) => slug !== 'changes');
  expect(slugs).toEqual([...others, ...slugs.slice(others.length)]);
  expect(others.length).toBeGreaterThan(0);
});
