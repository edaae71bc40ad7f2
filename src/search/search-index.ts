// The search index of all models, opened from the bytes of one file: searches and look-ups answer with row numbers.
import { type Counted, FacetCounts } from './facets.ts';
import { type Layout, readLayout, SORTS, type SortKey } from './format.ts';
import type { IndexParts } from './index-parts.ts';
import { IdText, lowerCased } from './parts/id-text.ts';
import { Ngrams } from './parts/ngrams.ts';
import { SortOrder } from './parts/orders.ts';
import { Postings } from './parts/postings.ts';
import { Terms } from './parts/terms.ts';
import { ValueRanges } from './parts/value-ranges.ts';
import { Search, type SearchFilter, type SearchQuery, type SearchResult } from './search.ts';
import { SearchIndexError } from './search-index-error.ts';

/** Where a row's JSON lies in the rows file: bytes from `start` up to, not including, `end`. */
export interface RowBytes {
  start: number;
  end: number;
}

/** Rows are numbered from 0 in bytewise order of their ids. The fields are the parts that a builder copies from. */
export class SearchIndex implements IndexParts {
  readonly rows: number;
  readonly ids: IdText;
  readonly grams: Ngrams;
  readonly gramPostings: Postings;
  readonly terms: Terms;
  readonly termPostings: Postings;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
  /** Rows by the size of their smallest form. */
  readonly fitting: ValueRanges;
  /** Rows by their parameters. */
  readonly parameters: ValueRanges;
  readonly layout: Layout;
  readonly #rowStarts: Float64Array;
  readonly #search: Search;
  readonly #facets: FacetCounts;

  /**
   * Opens a whole index file. Nothing is parsed or copied: the index is views on `buffer`, which must not change.
   * Throws SearchIndexError when it is no index, of another version, or not whole.
   */
  constructor(buffer: ArrayBuffer) {
    const layout = readLayout(buffer);
    this.layout = layout;
    this.rows = layout.rows;
    this.ids = new IdText(layout);
    this.grams = new Ngrams(layout);
    this.gramPostings = new Postings(layout, 'gram');
    this.terms = new Terms(layout);
    this.termPostings = new Postings(layout, 'term');
    this.orders = Object.fromEntries(SORTS.map((key) => [key, new SortOrder(layout, key)])) as Record<
      SortKey,
      SortOrder
    >;
    this.fitting = new ValueRanges(layout.doubles('leastBytes'));
    this.parameters = new ValueRanges(layout.doubles('parameters'));
    this.#rowStarts = layout.doubles('rowStarts');
    if (this.#rowStarts.length !== this.rows + 1 || this.ids.starts.length !== this.rows + 1) {
      throw new SearchIndexError('damaged', 'has columns of different lengths');
    }
    this.#search = new Search(this);
    this.#facets = new FacetCounts(this, (filter, target) => this.#search.match(filter, target));
  }

  /** One page of a search. */
  search(query: SearchQuery): SearchResult {
    return this.#search.page(query);
  }

  /** How many rows match, exactly. */
  count(filter: SearchFilter): number {
    return this.#search.count(filter);
  }

  /** Where the row's JSON lies in the rows file. */
  rowBytes(row: number): RowBytes {
    return { start: this.#rowStarts[row]!, end: this.#rowStarts[row + 1]! };
  }

  /** Bytes of the whole rows file. */
  get rowsFileBytes(): number {
    return this.#rowStarts[this.rows]!;
  }

  /** The id of a row. */
  idAt(row: number): string {
    return this.ids.idAt(row);
  }

  /** The row with exactly this id, or -1. */
  rowOf(id: string): number {
    return this.ids.rowOf(id);
  }

  /** The row whose id is this one but for case, or -1. */
  rowOfIgnoringCase(id: string): number {
    const text = lowerCased(id);
    if (text.length === 0) return -1;
    const whole = (row: number) => this.ids.lengthOf(row) === text.length && this.ids.endsIn(row, text);
    return this.#search.firstWith(text, 1, whole)[0] ?? -1;
  }

  /** The first two rows whose name (the id after its owner) is this one but for case: two when it is not unique. */
  rowsByName(name: string): number[] {
    const text = lowerCased(`/${name}`);
    return this.#search.firstWith(text, 2, (row) => this.ids.endsIn(row, text));
  }

  /** How many rows match, and how many with each further value of a group; see FacetCounts. */
  facets(filter: SearchFilter): Counted {
    return this.#facets.count(filter);
  }
}
