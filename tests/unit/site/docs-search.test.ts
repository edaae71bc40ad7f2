// Tests the search in the documentation: which sections it finds, in which order, and with which excerpts.
import { describe, expect, test } from 'vitest';
import type { DocsPage } from '../../../src/site/docs-page.ts';
import { indexDocs, openDocsSearch } from '../../../src/site/docs-search.ts';

const page = (slug: string, title: string, ...sections: [heading: string, text: string][]): DocsPage => ({
  slug,
  title,
  description: '',
  order: 0,
  twin: '',
  sections: sections.map(([heading, text]) => ({
    anchor: heading === title ? '' : heading.toLowerCase(),
    heading,
    text,
  })),
});
const far = 'word '.repeat(60);
const pages = [
  page(
    'sources',
    'Sources',
    ['Sources', 'Who serves the bytes.'],
    ['Health', 'The reason is mismatch when bytes differ.'],
  ),
  page('verification', 'Verification', ['Verification', `Run sha256sum over HF_ENDPOINT. ${far}needle ${far}`]),
  page('ollama', 'Ollama', ['Ollama', 'Pull a GGUF.'], ['Hashes', 'Verification is done by it: $(x)+[y] a|b \\ c.']),
];
const search = openDocsSearch(indexDocs(pages));
const places = (question: string) => search(question).map(({ slug, anchor }) => `${slug}#${anchor}`);

describe('a search', () => {
  test('finds words anywhere, in any case, by their beginnings, and despite a typo', () => {
    expect(places('MISMATCH')).toEqual(['sources#health']);
    expect(places('misma')).toEqual(['sources#health']);
    expect(places('mismetch')).toEqual(['sources#health']);
  });

  test('ignores punctuation, and finds nothing for an empty question', () => {
    expect(places('')).toEqual([]);
    expect(places('   ')).toEqual([]);
    for (const question of ['$(x)+[y]', 'a|b', '\\', '*', '(', '<b>']) expect(() => search(question)).not.toThrow();
  });

  test('shows the text around the word, cut at spaces, and marks the word', () => {
    const [hit] = search('needle');
    const text = hit!.excerpt.map((piece) => piece.text).join('');
    expect(text).toMatch(/^… word .*needle word.* …$/);
    expect(text.length).toBeLessThan(200);
    expect(hit!.excerpt.filter(({ marked }) => marked)).toEqual([{ text: 'needle', marked: true }]);
    expect(
      search('bytes differ')[0]!
        .excerpt.filter(({ marked }) => marked)
        .map((piece) => piece.text),
    ).toEqual(['bytes', 'differ']);
    expect(search('gguf')[0]!.excerpt).toContainEqual({ text: 'GGUF', marked: true });
  });
});
