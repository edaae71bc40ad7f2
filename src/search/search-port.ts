// Declares the search of a tree: from a query to slots of rows, and from slots to the rows' bytes.
import type { Awaitable } from '../basics/awaitable.ts';
import type { ModelFigures } from '../model/model-figures.ts';
import type { SearchFilter } from './conditions.ts';
import type { Counted } from './facets.ts';
import type { SearchQuery, SearchResult } from './search.ts';

export interface SearchPort {
  /**
   * Gives the same search without the models of these ids, in any letter case, although lookups by id find them; itself if
   * it has none of them.
   */
  without(ids: readonly string[]): Awaitable<SearchPort>;
  search(query: SearchQuery): Awaitable<SearchResult>;
  count(query: SearchFilter): Awaitable<number>;
  /** Gives the bytes of the rows in these slots, in this order: each is one JSON object. */
  rows(slots: ArrayLike<number>): Awaitable<Uint8Array[]>;
  /** Gives the bytes of the row with exactly this id; undefined for an unknown id. */
  rowOf(id: string): Awaitable<Uint8Array | undefined>;
  /** Gives the figures in the row with exactly this id; undefined for an unknown id. */
  figuresOf(id: string): Awaitable<ModelFigures | undefined>;
  /** Finds the indexed id that equals `id` in any case; undefined for an unknown id. */
  idIgnoringCase(id: string): Awaitable<string | undefined>;
  /** Gives the first two indexed ids with this name in any case, of any owner: two if it is not unique. */
  idsByName(name: string): Awaitable<string[]>;
  /** Counts the matching rows, and those with each further value of a group; see FacetCounts. */
  facets(filter: SearchFilter): Awaitable<Counted>;
}
