// Searches the text of the documentation. The index is one static file, which the page and its script both read.

import MiniSearch, { type Options } from 'minisearch';
import { escaped } from '../basics/shown-text.ts';
import type { DocsPage } from './docs-page.ts';

/** A section of a page, as the search index has it. */
interface Entry {
  id: number;
  slug: string;
  /** The page's title. */
  page: string;
  anchor: string;
  heading: string;
  text: string;
  /** Other words for the page; only the page's first section has them. */
  words: string;
}

/** A section that matches a search. */
export interface DocsHit extends Omit<Entry, 'id' | 'text' | 'words'> {
  /** The text around the words that were searched for, in pieces. These words are marked. */
  excerpt: { text: string; marked: boolean }[];
}

/** The writer and every reader of the index must have the same options, or searches fail. */
const OPTIONS: Options<Entry> = {
  fields: ['page', 'heading', 'text', 'words'],
  tokenize: wordsOf,
  storeFields: ['slug', 'page', 'anchor', 'heading', 'text'],
  searchOptions: {
    boost: { page: 3, heading: 2, words: 8 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};

const WORD = /[\p{L}\p{N}]+/gu;
const COMPOUND = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)+/gu;

/**
 * Gives the words of a text. Words that are joined by dashes, dots or underscores also count as one word, so that
 * `sha256` finds `SHA-256`.
 */
function wordsOf(text: string): string[] {
  const joined = text.match(COMPOUND)?.map((compound) => compound.replace(/[-_.]/g, '')) ?? [];
  return [...(text.match(WORD) ?? []), ...joined];
}

const MOST_HITS = 12;
/** The slug of the list of changes. That page names everything once and explains nothing, so its sections come last. */
const LAST = 'changes';
const EXCERPT_LENGTH = 160;

/** Makes the index of `pages` as JSON. The same pages give the same text. */
export function indexDocs(pages: readonly DocsPage[]): string {
  const index = new MiniSearch<Entry>(OPTIONS);
  let id = 0;
  for (const { slug, title, sections, words = '' } of pages)
    index.addAll(
      sections.map((section, at) => ({ id: id++, slug, page: title, ...section, words: at === 0 ? words : '' })),
    );
  return JSON.stringify(index);
}

/**
 * Opens an index that `indexDocs` made, and returns the function that searches it. This function finds the sections
 * with all words of a search or, if there are none, the sections with some of the words. Sections of the page `LAST`
 * come last.
 */
export function openDocsSearch(json: string): (question: string) => DocsHit[] {
  const index = MiniSearch.loadJSON<Entry>(json, OPTIONS);
  return (question) => {
    const whole = index.search(question);
    const found = whole.length > 0 ? whole : index.search(question, { combineWith: 'OR' });
    const sorted = [...found.filter(({ slug }) => slug !== LAST), ...found.filter(({ slug }) => slug === LAST)];
    return sorted.slice(0, MOST_HITS).map((hit) => {
      const { slug, page, anchor, heading, text } = hit as unknown as Entry;
      return { slug, page, anchor, heading, excerpt: excerptOf(text, hit.terms) };
    });
  };
}

let opened: { json: string; search: (question: string) => DocsHit[] } | undefined;

/**
 * Opens an index while pages are made. Keeps the last opened index, since opening takes longer than searching.
 */
export function docsSearch(json: string): (question: string) => DocsHit[] {
  if (opened?.json !== json) opened = { json, search: openDocsSearch(json) };
  return opened.search;
}

/** Cuts out the text around the first of `terms`, at spaces. */
function excerptOf(text: string, terms: string[]): DocsHit['excerpt'] {
  const longestFirst = terms.toSorted((a, b) => b.length - a.length);
  const words = new RegExp(`(${longestFirst.map(escaped).join('|')})`, 'giu');
  const first = Math.max(0, text.search(words));
  const start = first < EXCERPT_LENGTH / 3 ? 0 : text.lastIndexOf(' ', first - EXCERPT_LENGTH / 3) + 1;
  const end = text.length - start <= EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  const cut = `${start > 0 ? '… ' : ''}${text.slice(start, Math.max(end, first))}${end < text.length ? ' …' : ''}`;
  return cut.split(words).flatMap((piece, at) => (piece === '' ? [] : [{ text: piece, marked: at % 2 === 1 }]));
}
