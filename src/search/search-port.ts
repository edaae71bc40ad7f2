// The search of a tree, as its callers use it. A search returns the numbers of rows, and `rows` returns their bytes.
import type { Awaitable } from '../basics/remembered.ts';
import type { ModelFigures } from '../model/model-figures.ts';
import type { Counted } from './facets.ts';
import type { SearchFilter, SearchQuery, SearchResult } from './query.ts';

export interface SearchPort {
  /**
   * Returns the same search without the models of these ids, in any letter case; lookups by id still find them. Returns
   * this search itself if it has none of them.
   */
  without(ids: readonly string[]): SearchPort;
  search(query: SearchQuery): Awaitable<SearchResult>;
  count(query: SearchFilter): Awaitable<number>;
  /** Returns the bytes of the rows with these numbers, in the same order. Each row is one JSON object. */
  rows(numbers: ArrayLike<number>): Awaitable<Uint8Array[]>;
  /** Returns the bytes of the row with exactly this id; undefined if there is none. */
  rowOf(id: string): Awaitable<Uint8Array | undefined>;
  /** True if a model has exactly this owner. */
  hasOwner(owner: string): Awaitable<boolean>;
  /** Returns the figures of the model with exactly this id; undefined if there is none. */
  figuresOf(id: string): Awaitable<ModelFigures | undefined>;
  /** Finds the id in the index that equals `id` in any letter case; undefined if there is none. */
  idIgnoringCase(id: string): Awaitable<string | undefined>;
  /**
   * Returns the first two ids in the index whose name equals `name` in any letter case, of any owners. Two ids mean
   * that the name is not unique.
   */
  idsByName(name: string): Awaitable<string[]>;
  /** Counts the matching rows, and those with each value of the groups; see `facetCounts`. */
  facets(filter: SearchFilter): Awaitable<Counted>;
}

/** Thrown by a search on a host whose memory can't hold the search index. The hub answers 503 `SearchAway`. */
export class SearchAway extends Error {}
