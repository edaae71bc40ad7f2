// The search of a tree, as its callers use it: a query gives slots of rows, and slots give the bytes of rows.
import type { Awaitable } from '../basics/awaitable.ts';
import type { ModelFigures } from '../model/model-figures.ts';
import type { SearchFilter } from './conditions.ts';
import type { Counted } from './facets.ts';
import type { SearchQuery, SearchResult } from './search.ts';

export interface SearchPort {
  /**
   * Gives the same search without the models of these ids, in any case; lookups by id still find them. Gives this
   * search itself if it has none of them.
   */
  without(ids: readonly string[]): Awaitable<SearchPort>;
  search(query: SearchQuery): Awaitable<SearchResult>;
  count(query: SearchFilter): Awaitable<number>;
  /** Gives the bytes of the rows in these slots, in their order. Each row is one JSON object. */
  rows(slots: ArrayLike<number>): Awaitable<Uint8Array[]>;
  /** Gives the bytes of the row with exactly this id; undefined if there is none. */
  rowOf(id: string): Awaitable<Uint8Array | undefined>;
  /** Gives the figures of the model with exactly this id; undefined if there is none. */
  figuresOf(id: string): Awaitable<ModelFigures | undefined>;
  /** Finds the id of the index that equals `id` in any case; undefined if there is none. */
  idIgnoringCase(id: string): Awaitable<string | undefined>;
  /**
   * Gives the first two ids of the index with this name in any case, of any owners. Two ids mean that the name is not
   * unique.
   */
  idsByName(name: string): Awaitable<string[]>;
  /** Counts the matching rows, and those with each value of the groups; see FacetCounts. */
  facets(filter: SearchFilter): Awaitable<Counted>;
}
