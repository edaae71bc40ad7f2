// Declares the search of a tree: from a query to slots of rows, and from slots to the rows' bytes.
import type { Awaitable } from '../basics/awaitable.ts';
import type { ModelFigures } from '../model/model-figures.ts';
import type { SearchFilter } from './conditions.ts';
import type { Counted } from './facets.ts';
import type { SearchQuery, SearchResult } from './search.ts';

export interface SearchPort {
  /** The same search without the models of these ids, in any letter case, but in look-ups by id; itself where it has none. */
  without(ids: readonly string[]): Awaitable<SearchPort>;
  search(query: SearchQuery): Awaitable<SearchResult>;
  count(query: SearchFilter): Awaitable<number>;
  /** The bytes of the rows in these slots, in this order: each one JSON object. */
  rows(slots: ArrayLike<number>): Awaitable<Uint8Array[]>;
  /** Gives the bytes of the row with exactly this id; undefined for an unknown id. */
  rowOf(id: string): Awaitable<Uint8Array | undefined>;
  /** Gives the figures in the row with exactly this id; undefined for an unknown id. */
  figuresOf(id: string): Awaitable<ModelFigures | undefined>;
  /** Finds the indexed id that equals `id` but for its case; undefined for an unknown id. */
  idIgnoringCase(id: string): Awaitable<string | undefined>;
  /** Gives the first two indexed ids with this name in any case, of any owner: two when it is not unique. */
  idsByName(name: string): Awaitable<string[]>;
  /** Counts the rows that match, and those with each further value of a group; see FacetCounts. */
  facets(filter: SearchFilter): Awaitable<Counted>;
}
