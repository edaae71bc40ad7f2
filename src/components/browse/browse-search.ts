// Gets the content of the browse page: first the rows, then the total and the counts for further filters.

import { own } from '../../basics/own.ts';
import type { Counted, FacetGroup, Facets } from '../../search/facets.ts';
import { noFacets } from '../../search/facets.ts';
import type { ModelRow } from '../../shapes/models.ts';
import type { SearchFacets } from '../../shapes/search.ts';
import { apiQuery, type BrowseQuestion } from '../questions/browse-question.ts';
import type { SearchPage } from './browse-results-html.ts';
import { looserQuestions, unknownSizes } from './looser-questions.ts';

/** Answers the queries of the search API: a hub does, or the file of an export. */
export interface BrowseFinder {
  /** Finds one page of rows, or says what is wrong with the query. Throws on a failure, and when `signal` aborts. */
  search(query: URLSearchParams, signal: AbortSignal): Promise<PageRows | { error: string }>;
  /** Counts the models that match, and those with each value of a filter. Throws as `search` does. */
  count(query: URLSearchParams, signal: AbortSignal): Promise<Counted>;
}

/** The rows of one page, and what is shown above them. */
export type PageRows = Pick<SearchPage, 'rows' | 'isMore' | 'pasted' | 'meant'>;

/** Makes a finder that asks the hub at the addresses of its search API: that of the rows, and that of the counts. */
export const hubFinder = (api: { models: string; facets: string }): BrowseFinder => ({
  async search(query, signal) {
    const answer = await fetch(`${api.models}?${query}`, { signal });
    const body = (await answer.json()) as ModelRow[] | { error: string };
    return Array.isArray(body) ? { rows: body, isMore: answer.headers.has('Link') } : body;
  },
  async count(query, signal) {
    const answer = await fetch(`${api.facets}?${query}`, { signal });
    if (!answer.ok) throw new Error(`${api.facets} answered ${answer.status}`);
    const { total, facets } = (await answer.json()) as SearchFacets;
    return { total, facets: listed(facets) };
  },
});

/** Makes a finder for an export. The page of a hub never loads the code of the search. */
export function fileFinder(file: string): BrowseFinder {
  const loaded = import('./export-finder.ts').then(({ exportFinder }) => exportFinder(file));
  return {
    search: async (query, signal) => (await loaded).search(query, signal),
    count: async (query, signal) => (await loaded).count(query, signal),
  };
}

/** The numbers that belong to the rows of a question. */
export interface RowCounts extends Pick<SearchPage, 'total' | 'drops' | 'unknown'> {
  /** The choices with their counts. */
  facets: Facets;
}

/** Counts what a question finds, and what looser questions would find. */
export async function countFound(
  finder: BrowseFinder,
  question: BrowseQuestion,
  signal: AbortSignal,
): Promise<RowCounts> {
  const totalOf = async (query: URLSearchParams) => (await finder.count(query, signal)).total;
  const unknown = unknownSizes(question);
  const [{ total, facets }, left] = await Promise.all([
    finder.count(withoutPage(question), signal),
    unknown ? totalOf(withoutPage(unknown)) : 0,
  ]);
  const drops = total === 0 ? await looserQuestions(totalOf, question) : [];
  return { total, drops, unknown: left, facets };
}

/** Gives the query without page, order and limit, so that all pages of a question share one cached answer. */
function withoutPage(question: BrowseQuestion): URLSearchParams {
  const query = apiQuery({ ...question, sort: undefined, page: 1 });
  query.delete('limit');
  return query;
}

function listed(facets: SearchFacets['facets']): Facets {
  const lists = noFacets();
  for (const group of Object.keys(lists) as FacetGroup[])
    lists[group] = (own(facets, group) ?? []).map(({ value, models }) => [value, models]);
  return lists;
}
