// Finds the lists of rows for terms. A term is one value of a field, such as a tag, a task, a library or a word.
import { createRemembered } from '../basics/remembered.ts';
import type { Columns } from './columns.ts';
import { addRows, noRows, type Postings, type RowList, united } from './postings.ts';
import { openTexts } from './texts.ts';
import type { TermQuery, WordTerms } from './words/term-query.ts';

/**
 * The fields that have terms, and the letter in front of their terms:
 * - `pipeline_tag` is the task, `quant` the quantisations, `held` the names of the sources;
 * - `size` and `parameters` are classes (`nouns/search-choices.ts`);
 * - `sources` has every number from 1 to the number of the row's sources, so that a term means "at least";
 * - `unstated` names the groups in which a row has no value (`choices.ts`);
 * - `word` has the words of a row, and `id_word` the words of its id alone;
 * - `word_start` and `id_word_start` have the starts that many of these words share.
 */
export const FIELDS = {
  held: 'h',
  id_word: 'i',
  id_word_start: 'j',
  library: 'l',
  parameters: 'p',
  pipeline_tag: 't',
  quant: 'q',
  size: 's',
  sources: 'n',
  tag: 'g',
  unstated: 'u',
  word: 'w',
  word_start: 'x',
} as const;

/** The value of `parameters` for a count of zero, which a range may include, but classes and orders count as unknown. */
export const ZERO = '0';

export type TermField = keyof typeof FIELDS;

/** The letters of the longest start of words with a list, and the number of words above which a start has one. */
export const LONGEST_START = 4;
export const START_FROM = 16;

/** The number of lists kept decoded: the tiers of one search ask for the same few again and again. */
const LISTS_KEPT = 32;

export type Terms = ReturnType<typeof openTerms>;

export function openTerms(columns: Columns, postings: Postings) {
  const texts = openTexts(columns, 'term');
  const lists = createRemembered<number, RowList>({ most: LISTS_KEPT });

  /** Returns the value of a term. */
  function valueAt(term: number): string {
    return texts.at(term, 1);
  }

  /** Returns the term of a field with exactly this value, or -1. */
  function find(field: TermField, value: string): number {
    return texts.find(FIELDS[field] + value);
  }

  /** Returns the terms of a field that begin with `start`, as `[first, end)`. */
  function startingWith(field: TermField, start = ''): readonly [number, number] {
    return texts.startingWith(FIELDS[field] + start);
  }

  /** Returns the list of the rows that have any of these terms; undefined if there are none. */
  function any(terms: readonly (readonly [TermField, string])[]): RowList | undefined {
    return inAny(terms.map(([field, value]) => find(field, value)));
  }

  /** Returns a list of rows for each wanted word; undefined if no row has one of the words. */
  function ofWords({ words, isInId }: TermQuery): RowList[] | undefined {
    const lists: RowList[] = [];
    for (const wanted of words) {
      const list = inAny(termsOf(isInId ? 'id_word' : 'word', wanted));
      if (list === undefined) return undefined;
      lists.push(list);
    }
    return lists;
  }

  /** Returns terms of which a row must have one. A start without a list of its own has few words, or is long. */
  function termsOf(field: 'word' | 'id_word', { words, start, tasks = [] }: WordTerms): number[] {
    const terms = [...words.map((word) => find(field, word)), ...tasks.map((task) => find('pipeline_tag', task))];
    if (start === undefined) return terms;
    const own = find(`${field}_start`, start);
    if (own >= 0) return [...terms, own];
    const [first, end] = startingWith(field, start);
    for (let term = first; term < end; term++) terms.push(term);
    return terms;
  }

  function inAny(terms: readonly number[]): RowList | undefined {
    const found = [...new Set(terms)].filter((term) => term >= 0);
    const kept = found.map((term) => lists.made(term, () => keptList(postings.at(term))));
    return united(kept, columns.rows);
  }

  /** Returns the list with its rows decoded once. */
  function keptList(list: RowList): RowList {
    let rows: Uint32Array | undefined;
    let set: Uint32Array | undefined;
    return {
      ...list,
      rows: () => (rows ??= list.rows()),
      set: () => (set ??= list.bitmap ?? addRows(noRows(columns.rows), list.rows())),
    };
  }

  return { texts, valueAt, listAt: postings.at, find, startingWith, any, ofWords };
}
