// Turns the filter of a search into posting lists of a segment. A posting list has the rows of the segment that have a
// term.
import type { ParameterRange } from '../nouns/parameter-range.ts';
import { type Choices, choiceTerms } from './choices.ts';
import { lowerCased, TextPattern } from './parts/id-text.ts';
import type { Conditions } from './parts/narrowed-rows.ts';
import { LONGEST_GRAM } from './parts/ngrams.ts';
import { type RowList, united } from './parts/row-lists.ts';
import type { Segment } from './parts/segment.ts';
import type { TermField } from './parts/terms.ts';
import type { TermQuery } from './words/term-query.ts';
import { wordLists } from './words/word-lists.ts';

/** The conditions that rows must satisfy. An absent condition excludes nothing. */
export interface SearchFilter {
  /** A text that the id must contain, in any letter case. */
  search?: string;
  /**
   * Words (`wordsOf`) that must be in the id, the tags or the task, in any order. The last word may be incomplete. If
   * no row has all of the words, similar words match.
   */
  words?: readonly string[];
  /** The owner; upper and lower case matter. */
  author?: string;
  /** Tags; upper and lower case matter. A row must have all of them. */
  tags?: readonly string[];
  /** The chosen values by group. A row must have one of the values of each group. */
  anyOf?: Choices;
  /** The minimum number of sources that hold the model; 1 or more. */
  sources?: number;
  /** The available memory in bytes. The smallest quantisation must fit, or the weights if there is no quantisation. */
  fits?: number;
  /** The range of the number of parameters, including both ends. */
  parameters?: ParameterRange;
  /** Finds only models that are gated at their origin. The index has no rows of such models, so nothing matches. */
  gated?: true;
}

/** True if the filter has no condition. */
export function isFree(filter: SearchFilter): boolean {
  return (
    !filter.search &&
    !filter.words?.length &&
    filter.author === undefined &&
    filter.fits === undefined &&
    filter.parameters === undefined &&
    !filter.gated &&
    termsAsked(filter).length === 0 &&
    choiceTerms(filter.anyOf).length === 0
  );
}

/** Lists terms of the index. A row must have all of them to match the filter. */
function termsAsked(filter: SearchFilter): [TermField, string][] {
  const wanted: [TermField, string][] = (filter.tags ?? []).map((tag) => ['tag', tag]);
  if (filter.sources !== undefined) wanted.push(['sources', String(filter.sources)]);
  return wanted;
}

/**
 * Turns a filter into conditions on the rows of one segment; undefined if no row of the segment can match. `query` has
 * the terms for the words of the filter.
 */
export function conditionsOf(
  segment: Segment,
  filter: SearchFilter,
  query: TermQuery | undefined,
): Conditions | undefined {
  if (filter.gated) return undefined;
  const { ids, terms, termPostings, grams, gramPostings, rows } = segment;
  const lists: RowList[] = [];
  if (query) {
    const found = wordLists(segment, query);
    if (found === undefined) return undefined;
    lists.push(...found);
  }
  const termLists = (values: readonly (readonly [TermField, string])[]) =>
    values
      .map(([field, value]) => terms.find(field, value))
      .filter((term) => term >= 0)
      .map((term) => termPostings.at(term));
  for (const choice of [...termsAsked(filter).map((term) => [term]), ...choiceTerms(filter.anyOf)]) {
    const any = united(termLists(choice), rows);
    if (any === undefined) return undefined;
    lists.push(any);
  }
  if (filter.fits !== undefined) lists.push(segment.fitting.listOf(0, filter.fits));
  if (filter.parameters !== undefined) {
    const { min = 0, max = Number.POSITIVE_INFINITY } = filter.parameters;
    lists.push(segment.parameters.listOf(min, max));
  }
  const text = filter.search ? lowerCased(filter.search) : undefined;
  const runs = text === undefined ? [] : grams.listsOf(text);
  const range = filter.author === undefined ? ([0, rows] as const) : ids.rowsOfAuthor(filter.author);
  if (runs === undefined || range[0] === range[1]) return undefined;
  const found = runs.map((list) => gramPostings.at(list));
  // A text of at most `LONGEST_GRAM` letters has its own posting list, so no id has to be searched for the text.
  return text === undefined || text.length <= LONGEST_GRAM
    ? { range, lists: [...lists, ...found], grams: [], text: undefined }
    : { range, lists, grams: found, text: new TextPattern(text) };
}
