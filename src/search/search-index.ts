// The search index of all models, opened from the bytes of its files. Searches and lookups return slots, which are
// numbers of rows.
import type { ModelFigures } from '../model/model-figures.ts';
import type { SearchFilter } from './conditions.ts';
import { type Counted, FacetCounts } from './facets.ts';
import type { SortKey } from './format/format.ts';
import { SearchIndexError } from './format/format.ts';
import { countCommonRows, removeRows } from './parts/bitmap.ts';
import { Figures, type RowBytes } from './parts/figures.ts';
import { lowerCased } from './parts/id-text.ts';
import type { IndexParts } from './parts/index-parts.ts';
import type { SortOrder } from './parts/orders.ts';
import { Segment, segmentOf } from './parts/segment.ts';
import { Search, type SearchQuery, type SearchResult } from './search.ts';

/** Each row of a catalog object is a line that ends with a comma and a line feed. */
const BETWEEN_ROWS = 2;

/** The bytes of an index's files. */
export interface IndexFiles {
  figures: ArrayBufferLike;
  /** The segments, in the order in which they share the slots. */
  segments: readonly ArrayBufferLike[];
}

/** An opened index. The writer of the next index copies from its fields. */
export class SearchIndex implements IndexParts {
  readonly rows: number;
  readonly slots: number;
  readonly segments: readonly Segment[];
  readonly shown: Uint32Array;
  readonly hides: boolean;
  readonly isWhole: readonly boolean[];
  readonly figures: Figures;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
  readonly #files: IndexFiles;
  readonly #search: Search;
  readonly #facets: FacetCounts;

  /**
   * Opens whole files. The constructor parses and copies nothing: the index consists of views of the buffers, which
   * must not change. Throws a SearchIndexError for files that are no index, files of another version, incomplete files,
   * and files that do not belong together. Searches and counts leave out the rows in the slots `hidden`, but a lookup
   * by id finds them.
   */
  constructor(files: IndexFiles, hidden: readonly number[] = []) {
    const { figures, segments } = files;
    this.#files = files;
    this.figures = new Figures(figures);
    const { firsts, segmentRows, live } = this.figures;
    this.hides = hidden.length > 0;
    this.shown = this.hides ? removeRows(live.slice(), hidden) : live;
    this.rows = this.figures.rows - hidden.length;
    this.slots = firsts.at(-1)!;
    this.orders = this.figures.orders;
    if (segments.length !== segmentRows.length)
      throw new SearchIndexError(
        'damaged',
        `has ${segments.length} segments where its figures name ${segmentRows.length}`,
      );
    this.segments = segments.map((buffer, at) => new Segment(buffer, firsts[at]!));
    if (this.segments.some(({ rows }, at) => rows !== segmentRows[at]))
      throw new SearchIndexError('damaged', 'has segments of other sizes than its figures name');
    this.isWhole = this.segments.map((segment) => {
      const words = segment.wordsIn(this.shown);
      return countCommonRows(words, words) === segment.rows;
    });
    this.#search = new Search(this);
    this.#facets = new FacetCounts(this, (filter, target) => this.#search.match(filter, target));
  }

  /**
   * Returns the same index without the models of these ids, in any letter case. Returns this index itself if it has
   * none of them.
   */
  without(ids: readonly string[]): SearchIndex {
    const hidden = new Set(ids.map((id) => this.rowOfIgnoringCase(id)).filter((slot) => slot >= 0));
    return hidden.size === 0 ? this : new SearchIndex(this.#files, [...hidden]);
  }

  /** Returns one page of a search. */
  search(query: SearchQuery): SearchResult {
    return this.#search.page(query);
  }

  /** Counts the matching rows exactly. */
  count(filter: SearchFilter): number {
    return this.#search.count(filter);
  }

  /** Returns where a slot's row lies in a rows file without separators. */
  rowBytes(slot: number): RowBytes {
    return this.figures.rowBytes(this.rowNumberOf(slot));
  }

  /** Returns where a slot's row lies in a catalog object, whose rows begin at `rowsStart` and end with two more bytes. */
  placeInCatalog(slot: number, rowsStart: number): RowBytes {
    const { start, end } = this.rowBytes(slot);
    const before = rowsStart + this.rowNumberOf(slot) * BETWEEN_ROWS;
    return { start: before + start, end: before + end };
  }

  /** Returns the hash of the row in a slot (`row-hash.ts`). */
  rowHash(slot: number): Uint32Array {
    return this.figures.rowHash(this.rowNumberOf(slot));
  }

  /** Returns the number of a slot's row in the catalog. */
  rowNumberOf(slot: number): number {
    return this.figures.rowNumbers[slot]!;
  }

  /** The size in bytes of a rows file with all rows. */
  get rowsFileBytes(): number {
    return this.figures.rowsFileBytes;
  }

  /** Returns the id of the model in a slot. */
  idAt(slot: number): string {
    return this.#search.idAt(slot);
  }

  /** Returns the slot of the model with exactly this id, or -1. */
  rowOf(id: string): number {
    return this.#search.slotOf(id);
  }

  /** Returns the figures of the model with exactly this id; undefined if the index has no such model. */
  figuresOf(id: string): ModelFigures | undefined {
    const slot = this.rowOf(id);
    if (slot < 0) return undefined;
    const { downloads, likes, trendingScore } = this.orders;
    return knownFigures(downloads.valueOf(slot), likes.valueOf(slot), trendingScore.valueOf(slot));
  }

  /** Returns the slot of the model with this id in any letter case, or -1. */
  rowOfIgnoringCase(id: string): number {
    const text = lowerCased(id);
    if (text.length === 0) return -1;
    const whole = ({ ids }: Segment, row: number) => ids.lengthOf(row) === text.length && ids.endsIn(row, text);
    return this.#search.firstWith(id, 1, whole)[0] ?? -1;
  }

  /**
   * Returns the slots of the first two models whose name (the id after the owner) equals `name` in any letter case. Two
   * slots mean that the name is not unique.
   */
  rowsByName(name: string): number[] {
    const text = lowerCased(`/${name}`);
    return this.#search.firstWith(`/${name}`, 2, ({ ids }, row) => ids.endsIn(row, text));
  }

  /** Counts the matching rows, and those with each value of the groups; see `FacetCounts`. */
  facets(filter: SearchFilter): Counted {
    return this.#facets.count(filter);
  }

  /** Returns the slot of each row of the catalog, in the order of the catalog. */
  slotsByRow(): Uint32Array {
    const slots = new Uint32Array(this.rows);
    for (let slot = 0; slot < this.slots; slot++) if (this.figures.isLive(slot)) slots[this.rowNumberOf(slot)] = slot;
    return slots;
  }

  /** Returns the segment that contains a slot. */
  segmentOf(slot: number): Segment {
    return segmentOf(this.segments, slot);
  }
}

/** Returns the figures that are known. NaN stands for an unknown figure. */
function knownFigures(downloads: number, likes: number, trendingScore: number): ModelFigures {
  return {
    ...(Number.isNaN(downloads) ? {} : { downloads }),
    ...(Number.isNaN(likes) ? {} : { likes }),
    ...(Number.isNaN(trendingScore) ? {} : { trendingScore }),
  };
}
