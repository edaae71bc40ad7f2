// For a question nothing answers: which one condition to drop, and how much each would bring back.
import type { SiteHub } from '../site-hub.ts';
import { apiQuery, type BrowseQuestion, type Filter, without } from './browse-question.ts';

/** A filter whose removal leaves `total` models. */
export interface Loosened {
  filter: Filter;
  total: number;
}

/** At most this many filters are tried: each one is a search of its own. */
const tries = 8;

/** The filters whose removal alone brings models back, the most fruitful first; empty when no single one does. */
export async function loosened(hub: SiteHub, question: BrowseQuestion): Promise<Loosened[]> {
  const asked = question.filters.slice(0, tries).map(async (filter) => {
    const found = await hub.search(apiQuery(without(question, filter), 1));
    return { filter, total: 'error' in found ? 0 : found.total };
  });
  const found = await Promise.all(asked);
  return found.filter(({ total }) => total > 0).sort((one, other) => other.total - one.total);
}
