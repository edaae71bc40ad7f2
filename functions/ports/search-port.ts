// What search needs of the tree: slots of rows from a query, and rows' bytes from slots.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { SearchFilter } from '../../src/search/conditions.ts';
import type { Counted } from '../../src/search/facets.ts';
import type { SearchQuery, SearchResult } from '../../src/search/search.ts';

export interface SearchPort {
  search(query: SearchQuery): Awaitable<SearchResult>;
  count(query: SearchFilter): Awaitable<number>;
  /** The bytes of the rows in these slots, in this order: each one JSON object. */
  rows(slots: ArrayLike<number>): Awaitable<Uint8Array[]>;
  /** The bytes of the row with exactly this id; undefined when there is none. */
  rowOf(id: string): Awaitable<Uint8Array | undefined>;
  /** The figures of the model with exactly this id, as its row has them; undefined when there is none. */
  figuresOf(id: string): Awaitable<ModelFigures | undefined>;
  /** The indexed id that equals `id` but for its case; undefined when there is none. */
  idIgnoringCase(id: string): Awaitable<string | undefined>;
  /** The first two indexed ids with this name in any case, whoever owns them: two when it is not unique. */
  idsByName(name: string): Awaitable<string[]>;
  /** How many rows match, and how many with each further value of a group; see FacetCounts. */
  facets(filter: SearchFilter): Awaitable<Counted>;
}
