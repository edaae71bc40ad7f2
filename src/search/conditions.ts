// Turns a question into posting lists of a segment.
import type { ParameterRange } from '../nouns/parameter-range.ts';
import { type Choices, choiceTerms } from './choices.ts';
import { TextPattern } from './parts/id-text.ts';
import type { Conditions, ListRef } from './parts/narrowed-rows.ts';
import { LONGEST_GRAM } from './parts/ngrams.ts';
import type { Segment } from './parts/segment.ts';
import type { TermField } from './parts/terms.ts';
import { united } from './parts/united-lists.ts';
import type { WordsWanted } from './words/wanted-words.ts';
import { wordLists } from './words/word-lists.ts';

/** Conditions that rows must meet; an absent condition restricts nothing. */
export interface SearchFilter {
  /** Part of the id, in any case. */
  search?: string;
  /**
   * Words (`wordsOf`) that id, tags and task must have, in any order; the last one may be incomplete. Words that no row
   * has may have small errors.
   */
  words?: readonly string[];
  /** The owner, spelled exactly. */
  author?: string;
  /** The task, spelled exactly. */
  pipelineTag?: string;
  /** The library, spelled exactly. */
  library?: string;
  /** Tags, spelled exactly; a model must have all of them. */
  tags?: readonly string[];
  /** The chosen values by group; a model must have one value of each group. */
  anyOf?: Choices;
  /** The least number of sources that hold the model, from 1. */
  sources?: number;
  /** The class of the weights' size, spelled exactly. */
  size?: string;
  /** The most bytes for the smallest quantisation, or else for the weights. */
  fits?: number;
  /** The range of parameters, which includes both ends. */
  parameters?: ParameterRange;
  /** Only models that are gated at their origin, which no row is. */
  gated?: true;
}

/** True if the filter has no conditions. */
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

/** Lists the terms that a row must have. */
export function termsAsked(filter: SearchFilter): [TermField, string][] {
  const wanted: [TermField, string][] = (filter.tags ?? []).map((tag) => ['tag', tag]);
  if (filter.pipelineTag !== undefined) wanted.push(['pipeline_tag', filter.pipelineTag]);
  if (filter.library !== undefined) wanted.push(['library', filter.library]);
  if (filter.sources !== undefined) wanted.push(['sources', String(filter.sources)]);
  if (filter.size !== undefined) wanted.push(['size', filter.size]);
  return wanted;
}

/** The text and the words of a filter, prepared for many segments. */
export interface Sought {
  /** Part of an id, in lower case. */
  text: Uint8Array | undefined;
  wanted: WordsWanted | undefined;
}

/** Gives the posting lists of a segment for a filter, and the text to search for; undefined if no row of it can match. */
export function conditionsOf(segment: Segment, filter: SearchFilter, { text, wanted }: Sought): Conditions | undefined {
  if (filter.gated) return undefined;
  const { ids, terms, termPostings, grams, gramPostings, rows } = segment;
  const lists: ListRef[] = [];
  if (wanted) {
    const found = wordLists(segment, wanted);
    if (found === undefined) return undefined;
    lists.push(...found);
  }
  for (const [field, value] of termsAsked(filter)) {
    const list = terms.find(field, value);
    if (list < 0) return undefined;
    lists.push({ postings: termPostings, list });
  }
  for (const choice of choiceTerms(filter.anyOf)) {
    const found = choice.map(([field, value]) => terms.find(field, value)).filter((list) => list >= 0);
    const any = united(
      found.map((list) => ({ postings: termPostings, list })),
      rows,
    );
    if (any === undefined) return undefined;
    lists.push(any);
  }
  if (filter.fits !== undefined) lists.push(segment.fitting.listOf(0, filter.fits));
  if (filter.parameters !== undefined) {
    const { min = 0, max = Number.POSITIVE_INFINITY } = filter.parameters;
    lists.push(segment.parameters.listOf(min, max));
  }
  const runs = text === undefined ? [] : grams.listsOf(text);
  const range = filter.author === undefined ? ([0, rows] as const) : ids.rowsOfAuthor(filter.author);
  if (runs === undefined || range[0] === range[1]) return undefined;
  const found = runs.map((list) => ({ postings: gramPostings, list }));
  // A run with a list of its own needs no further check.
  return text === undefined || text.length <= LONGEST_GRAM
    ? { range, lists: [...lists, ...found], grams: [], text: undefined }
    : { range, lists, grams: found, text: new TextPattern(text) };
}
