// Finds the posting lists of words in one segment.
import { SearchIndexError } from '../format/format.ts';
import { type RowList, united } from '../parts/row-lists.ts';
import type { Segment } from '../parts/segment.ts';
import { PREFIX_FROM, type Terms, type WordField } from '../parts/terms.ts';
import { commonPrefix } from './prefixes.ts';
import type { TermQuery, WordTerms } from './term-query.ts';

/**
 * Returns a list of rows for each wanted word; undefined if no row has one of the words. Throws a SearchIndexError if
 * the index is damaged.
 */
export function wordLists(segment: Segment, { words, isInId }: TermQuery): RowList[] | undefined {
  const found: RowList[] = [];
  for (const wanted of words) {
    const lists = termsWanted(segment.terms, isInId ? 'id_word' : 'word', wanted);
    const any = united(
      lists.map((list) => segment.termPostings.at(list)),
      segment.rows,
    );
    if (any === undefined) return undefined;
    found.push(any);
  }
  return found;
}

/**
 * Returns terms of which a row must have at least one. They are the words, the tasks, and the terms for the prefix: the
 * prefix itself if many words begin with it, otherwise each word that does.
 */
function termsWanted(terms: Terms, field: WordField, { words, prefix, tasks = [] }: WordTerms): number[] {
  const all = [
    ...words.map((word) => terms.find(field, word)),
    ...tasks.map((task) => terms.find('pipeline_tag', task)),
  ];
  const found = new Set(all.filter((term) => term >= 0));
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
