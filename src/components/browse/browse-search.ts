// Gets the content of the browse page from the JSON API: first the rows, then the total and the counts for further
// filters.

import { own } from '../../basics/own.ts';
import type { FacetGroup, Facets } from '../../search/facets.ts';
import { noFacets } from '../../search/facets.ts';
import type { ModelRow } from '../../shapes/models.ts';
import type { SearchFacets } from '../../shapes/search.ts';
import { apiQuery, type BrowseQuestion } from '../questions/browse-question.ts';
import type { FoundModels } from './browse-results-html.ts';
import { type CountModels, looserQuestions, unknownSizes } from './looser-questions.ts';

/** Answers the questions of the browse page, from a hub or from the search files of an export. */
export interface BrowseFinder {
  /** Gets the rows of a question. Throws on a failure, and when `signal` aborts. */
  rows(question: BrowseQuestion, signal: AbortSignal): Promise<FoundRows>;
  /** Gets the counts for a question. Throws as `rows` does. */
  counts(question: BrowseQuestion, signal: AbortSignal): Promise<RowCounts>;
}

/** The addresses of the search API: of the rows, and of the counts. */
interface BrowseApi {
  models: string;
  facets: string;
}

/** Makes a finder that asks the hub. */
export const hubFinder = (api: BrowseApi): BrowseFinder => ({
  rows: (question, signal) => findRows(api, question, signal),
  counts: (question, signal) => countRows(api, question, signal),
});

/** The rows of one page of results, and what is shown above them. */
export type FoundHere = Pick<FoundModels, 'rows' | 'isMore' | 'pasted' | 'meant'>;

/** Rows, or the service's sentence about what is wrong with the question. */
export type FoundRows = FoundHere | { error: string };

async function findRows(api: BrowseApi, question: BrowseQuestion, signal: AbortSignal): Promise<FoundRows> {
  const answer = await fetch(`${api.models}?${apiQuery(question)}`, { signal });
  const body = (await answer.json()) as ModelRow[] | { error: string };
  if (!Array.isArray(body)) return body;
  return { rows: body, isMore: answer.headers.has('Link') };
}

/** The numbers that belong to the rows of a question. */
export interface RowCounts extends Pick<FoundModels, 'total' | 'drops' | 'unknown'> {
  /** The choices with their counts; undefined in an export, where nothing counts them. */
  facets: Facets | undefined;
}

async function countRows(api: BrowseApi, question: BrowseQuestion, signal: AbortSignal): Promise<RowCounts> {
  const ask = async (query: URLSearchParams) => {
    const answer = await fetch(`${api.facets}?${query}`, { signal });
    if (!answer.ok) throw new Error(`${api.facets} answered ${answer.status}`);
    return (await answer.json()) as SearchFacets;
  };
  const countModels: CountModels = async (query) => (await ask(query)).total;
  const unknown = unknownSizes(question);
  const [{ total, facets }, left] = await Promise.all([
    ask(withoutPage(question)),
    unknown ? countModels(withoutPage(unknown)) : 0,
  ]);
  const drops = total === 0 ? await looserQuestions(countModels, question) : [];
  return { total, drops, unknown: left, facets: listed(facets) };
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
