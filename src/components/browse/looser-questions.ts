// Ways to loosen a question: the one condition to drop when nothing answers it, and the models whose size is unknown.
import { apiQuery, type BrowseQuestion, type Filter, filterValue, without } from '../questions/browse-question.ts';

/** How many models match a query of the search API. */
export type CountModels = (query: URLSearchParams) => Promise<number>;

/** A filter whose removal leaves `total` models. */
export interface LooserQuestion {
  filter: Filter;
  total: number;
}

/** At most this many filters are tried: each one is a search of its own. */
const tries = 8;

/** The filters whose removal alone brings models back, the most fruitful first; empty when no single one does. */
export async function looserQuestions(countModels: CountModels, question: BrowseQuestion): Promise<LooserQuestion[]> {
  const asked = question.filters
    .slice(0, tries)
    .map(async (filter) => ({ filter, total: await countModels(apiQuery(without(question, filter), 1)) }));
  const found = await Promise.all(asked);
  return found.filter(({ total }) => total > 0).sort((one, other) => other.total - one.total);
}

/** The question for models of unknown size that a memory limit leaves out; undefined when none are left out by it. */
export function unknownSizes(question: BrowseQuestion): BrowseQuestion | undefined {
  if (!filterValue(question, 'fits') || filterValue(question, 'size')) return undefined;
  const filters = question.filters.filter(({ name }) => name !== 'fits');
  return { ...question, page: 1, filters: [...filters, { name: 'size', value: 'unknown' }] };
}
