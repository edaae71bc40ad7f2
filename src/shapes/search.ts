// What `GET /api/hub/facets` answers: how many models match a question, and how many would for each value of a filter.
import type { FacetGroup } from '../search-index/facets.ts';

interface FacetEntry {
  value: string;
  models: number;
}

export interface SearchFacets {
  /** Models that match. */
  total: number;
  facets: Record<FacetGroup, FacetEntry[]>;
}
