// Loosens a question: finds filters to remove if nothing matches, and makes the question for models of unknown size.
import { apiQuery, type BrowseQuestion, type Filter, filterValue, without } from '../questions/browse-question.ts';

/** Counts the models that match a query of the search API. */
export type CountModels = (query: URLSearchParams) => Promise<number>;

/** A filter, and the number of models that match without it. */
export interface LooserQuestion {
  filter: Filter;
  total: number;
}

/** The maximum number of filters tried, since each try takes a search. */
const tries = 8;

/**
 * Finds the filters whose removal, one at a time, brings models back. The filter that brings the most models comes
 * first. Gives an empty list if there is none.
 */
export async function looserQuestions(countModels: CountModels, question: BrowseQuestion): Promise<LooserQuestion[]> {
  const asked = question.filters
    .slice(0, tries)
    .map(async (filter) => ({ filter, total: await countModels(apiQuery(without(question, filter), 1)) }));
  const found = await Promise.all(asked);
  return found.filter(({ total }) => total > 0).sort((one, other) => other.total - one.total);
}

/**
 * Makes the question for the models of unknown size, which a memory limit leaves out. Gives undefined if the question
 * has no memory limit, or has a filter by size as well.
 */
export function unknownSizes(question: BrowseQuestion): BrowseQuestion | undefined {
  if (!filterValue(question, 'fits') || filterValue(question, 'size')) return undefined;
  const filters = question.filters.filter(({ name }) => name !== 'fits');
  return { ...question, page: 1, filters: [...filters, { name: 'size', value: 'unknown' }] };
}
