// A search as it is asked. Its way is: the query, the terms that answer it, and the rows that have them.

import type { ParameterRange } from '../nouns/quantities.ts';
import { type Choices, choiceTerms } from './choices.ts';
import type { SortKey } from './orders.ts';
import type { TermField } from './terms.ts';

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

export interface SearchQuery extends SearchFilter {
  sort: SortKey;
  /**
   * True to list the best matches for the words first. The sort key then decides between matches that are equally good.
   */
  ranked?: boolean;
  /**
   * True to reverse the order by the sort key. Rows of equal value are still sorted by downloads, most first, and then
   * by id; rows without a value still come last.
   */
  ascending: boolean;
  /** The number of rows on the page, 1 or more. */
  limit: number;
  /** The cursor that the previous page has as `next`. */
  after?: string;
  /** The number of rows to skip before the page begins; 0 by default. */
  skip?: number;
}

/**
 * The numbers of the rows on a page, in order, and the cursor of the next page, absent if no more rows follow; or the
 * answer if `after` is not a cursor of this search.
 */
export type SearchResult = { kind: 'page'; rows: number[]; next?: string } | { kind: 'bad-cursor' };

/** Lists terms of which a row must have one, for each condition of a filter on facts. */
export function factTerms({ tags = [], sources, anyOf }: SearchFilter): [TermField, string][][] {
  return [
    ...tags.map((tag): [TermField, string][] => [['tag', tag]]),
    ...(sources === undefined ? [] : [[['sources', String(sources)] as [TermField, string]]]),
    ...choiceTerms(anyOf),
  ];
}

/** The last row of a page: its id and values when the page was made and, if ranked, its tier. */
interface Cursor {
  id: string;
  value: number | undefined;
  downloads: number | undefined;
  tier?: number | undefined;
}

/** Returns the cursor as base64url text. */
export function formatCursor({ id, value, downloads, tier }: Cursor): string {
  const plain = `${[tier, value, downloads].join(':')} ${id}`;
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads a cursor; undefined for a text that `formatCursor` does not write. */
export function parseCursor(text: string): Cursor | undefined {
  if (!/^[\w-]{4,1024}$/.test(text)) return undefined;
  let plain: string;
  try {
    plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  const [, tier, value, downloads, id] = /^(\d?):([-+.\de]*):([-+.\de]*) ([!-~]+\/[!-~]+)$/.exec(plain) ?? [];
  if (id === undefined) return undefined;
  const [read, loads, rank] = [value, downloads, tier].map((number) => (number ? Number(number) : undefined));
  const cursor = { id, value: read, downloads: loads, ...(rank === undefined ? {} : { tier: rank }) };
  return formatCursor(cursor) === text ? cursor : undefined;
}
