// Writes the counts of a search in their wire format.
import type { Counted } from '../../search/facets.ts';
import type { SearchFacets } from '../../shapes/search.ts';

/** Returns the body of `GET /api/hub/facets`. */
export function searchFacets({ total, facets }: Counted): SearchFacets {
  const groups = Object.entries(facets).map(([group, values]) => [
    group,
    values.map(([value, models]) => ({ value, models })),
  ]);
  return { total, facets: Object.fromEntries(groups) as SearchFacets['facets'] };
}
