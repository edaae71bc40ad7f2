// Asks what the browse page shows of the JSON API: rows first, then how many there are and what further filters would leave.

import { own } from '../../basics/own.ts';
import type { FacetGroup, Facets } from '../../search/facets.ts';
import { noFacets } from '../../search/facets.ts';
import type { ModelRow } from '../../shapes/models.ts';
import type { SearchFacets } from '../../shapes/search.ts';
import { apiQuery, type BrowseQuestion } from '../questions/browse-question.ts';
import type { FoundModels } from './browse-results-html.ts';
import { type CountModels, looserQuestions, unknownSizes } from './looser-questions.ts';

/** Answers questions: a hub, or an export by its files of the search. */
export interface BrowseFinder {
  /** The rows of a question. Throws when they can't be had or `signal` says stop. */
  rows(question: BrowseQuestion, signal: AbortSignal): Promise<FoundRows>;
  /** Counts for a question. Throws likewise. */
  counts(question: BrowseQuestion, signal: AbortSignal): Promise<RowCounts>;
}

/** The addresses of the API. */
interface BrowseApi {
  models: string;
  facets: string;
}

/** Asks the hub. */
export const hubFinder = (api: BrowseApi): BrowseFinder => ({
  rows: (question, signal) => findRows(api, question, signal),
  counts: (question, signal) => countRows(api, question, signal),
});

/** Rows of one page. */
export type FoundHere = Pick<FoundModels, 'rows' | 'isMore' | 'pasted'>;

/** Rows, or what the service says is wrong. */
export type FoundRows = FoundHere | { error: string };

async function findRows(api: BrowseApi, question: BrowseQuestion, signal: AbortSignal): Promise<FoundRows> {
  const answer = await fetch(`${api.models}?${apiQuery(question)}`, { signal });
  const body = (await answer.json()) as ModelRow[] | { error: string };
  if (!Array.isArray(body)) return body;
  return { rows: body, isMore: answer.headers.has('Link') };
}

/** The counts beside the rows. */
export interface RowCounts extends Pick<FoundModels, 'total' | 'drops' | 'unknown'> {
  /** Undefined: nobody counted what further filters would leave. */
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

/** The filters alone, so that every page of a question shares an answer. */
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
