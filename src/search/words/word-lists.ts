// The posting list of what counts as a word, in one segment.
import { SearchIndexError } from '../index/search-index-error.ts';
import { addRows, countRows, unite, wordsFor } from '../parts/bitmap.ts';
import { type ListRef, sizeOf } from '../parts/candidates.ts';
import { DENSE_FROM } from '../parts/postings.ts';
import type { Segment } from '../parts/segment.ts';
import { PREFIX_FROM, type Terms, type WordField } from '../parts/terms.ts';
import { commonPrefix } from './common-prefix.ts';
import type { WordsWanted, WordWanted } from './wanted-words.ts';

/** For each word that is wanted the list of rows that have it; undefined when one is in no row. Throws SearchIndexError when the index is damaged. */
export function wordLists(segment: Segment, { words, isInId }: WordsWanted): ListRef[] | undefined {
  const found: ListRef[] = [];
  for (const wanted of words) {
    const lists = termsWanted(segment.terms, isInId ? 'id_word' : 'word', wanted);
    if (lists.length === 0) return undefined;
    const refs = lists.map((list) => ({ postings: segment.termPostings, list }));
    found.push(refs.length === 1 ? refs[0]! : united(refs, segment.rows));
  }
  return found;
}

/** The terms of which a row needs one: some words, and a list of all that begin alike, or each of them where they are few. */
function termsWanted(terms: Terms, field: WordField, { words, prefix }: WordWanted): number[] {
  const found = new Set(words.map((word) => terms.find(field, word)).filter((term) => term >= 0));
  if (prefix !== undefined) {
    const [first, end] = terms.termsWith(field, prefix);
    if (end - first > PREFIX_FROM) found.add(prefixTerm(terms, field, first, end));
    else for (let term = first; term < end; term++) found.add(term);
  }
  return [...found];
}

function prefixTerm(terms: Terms, field: WordField, first: number, end: number): number {
  const text = commonPrefix(terms.valueOf(first), terms.valueOf(end - 1));
  const term = terms.find(`${field}_prefix`, text);
  if (term < 0) throw new SearchIndexError('damaged', 'lacks the list of words that begin alike');
  return term;
}

/** The rows of any of the lists, as one list. */
function united(lists: readonly ListRef[], rows: number): ListRef {
  const most = lists.reduce((sum, list) => sum + sizeOf(list), 0);
  return most * DENSE_FROM < rows ? unitedFew(lists, most) : unitedMany(lists, rows);
}

function unitedFew(lists: readonly ListRef[], most: number): ListRef {
  const all = new Uint32Array(most);
  let count = 0;
  for (const { postings, list } of lists) count += postings.rows(list, all.subarray(count));
  const sorted = all.sort();
  let kept = 0;
  for (let at = 0; at < count; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at]!;
  const found = sorted.subarray(0, kept);
  const rows = (_: number, target: Uint32Array) => {
    target.set(found);
    return kept;
  };
  return { postings: { counts: [kept], bitmap: () => undefined, rows }, list: 0 };
}

function unitedMany(lists: readonly ListRef[], rows: number): ListRef {
  const words = new Uint32Array(wordsFor(rows));
  const few = new Uint32Array(Math.ceil(rows / DENSE_FROM) + 8);
  for (const { postings, list } of lists) {
    const bitmap = postings.bitmap(list);
    if (bitmap !== undefined) unite(words, bitmap);
    else addRows(words, few, postings.rows(list, few));
  }
  return { postings: { counts: [countRows(words)], bitmap: () => words, rows: () => 0 }, list: 0 };
}
