// The search index of all models, opened from the bytes of its file: finds rows page by page (decisions 0019 and 0032).
import { defined } from '../basics/records.ts';
import type { ModelFigures } from '../model/model-figures.ts';
import { HASH_WORDS, readColumns } from './columns.ts';
import { facetCounts } from './facets.ts';
import { INDEX_ORDERS, type OrderKey, type OrderPlace, SortOrder } from './orders.ts';
import { addRows, countRows, DENSE_FROM, hasRow, intersect, listRows, noRows, subtract, unite } from './postings.ts';
import { formatCursor, parseCursor, type SearchFilter, type SearchQuery, type SearchResult } from './query.ts';
import { type FoundRows, prove, type RowFinder, rowFinder } from './rows.ts';
import { similarWords } from './similar-words.ts';
import { idPart, type Texts } from './texts.ts';
import type { TermQuery } from './words/term-query.ts';

/** Each row of a catalog object is a line that ends with a comma and a line feed. */
const BETWEEN_ROWS = 2;

/**
 * The approximate times in nanoseconds of three actions: a step along an order, comparing a row with others by an order,
 * and searching one id for a text.
 */
const STEP = 2.5;
const COMPARISON = 25;
const PROOF = 60;

/** A walk along an order stops after `STEPS_BORNE` times the steps that it would need for evenly spread matches. */
const STEPS_BORNE = 4;

/** A walk along an order stops if more than one in `MISSES_BORNE` of the rows lacks the text. */
const MISSES_BORNE = 16;

/** The rows of a page, and in a ranked search the tier of each. */
type PageRows = { rows: number[]; tiers?: number[] };

/** A tier, and the place in its order after which a page begins. */
type Start = { tier: number; after: OrderPlace | undefined };

export class SearchIndex {
  /** The number of rows, without hidden ones. */
  readonly rows: number;
  readonly finder: RowFinder;
  readonly #buffer: ArrayBufferLike;
  readonly #ids: Texts;
  readonly #orders: Readonly<Record<OrderKey, SortOrder>>;
  readonly #rowStarts: Float64Array;
  readonly #rowHashes: Uint32Array;
  /** The rows that are not hidden; undefined if none is. */
  readonly #shown: Uint32Array | undefined;
  readonly #all: number;
  /** Returns the tiers of a search by words. */
  readonly #tiersOf: ReturnType<typeof similarWords>;
  /** Counts the matching rows, and those with each value of the groups; see `facetCounts`. */
  readonly facets: ReturnType<typeof facetCounts>;

  /**
   * Opens a whole file, of which the index consists of views; it must not change. Throws a SearchIndexError if it is no
   * index of this release. Searches and counts leave out the rows `hidden`, but a lookup by id finds them.
   */
  constructor(buffer: ArrayBufferLike, hidden: readonly number[] = []) {
    const columns = readColumns(buffer);
    this.#buffer = buffer;
    this.#all = columns.rows;
    this.rows = columns.rows - hidden.length;
    this.#rowStarts = columns.f64('row.starts');
    this.#rowHashes = columns.u32('row.hashes');
    const downloads = new SortOrder(columns, 'downloads');
    const orders = INDEX_ORDERS.map((key) => [
      key,
      key === 'downloads' ? downloads : new SortOrder(columns, key, downloads),
    ]);
    this.#orders = Object.fromEntries(orders) as Record<OrderKey, SortOrder>;
    this.finder = rowFinder(columns, this.#orders);
    this.#ids = this.finder.ids;
    this.#tiersOf = similarWords(this.finder.terms, (terms) => this.#countFound(this.#find({}, terms)) > 0);
    if (hidden.length > 0) {
      this.#shown = this.#matching({});
      subtract(this.#shown, addRows(noRows(columns.rows), hidden));
    }
    this.facets = facetCounts(this.finder.terms, this.rows, this.#shown, (filter) => this.#matching(filter));
  }

  /**
   * Returns the same index without the models of these ids, in any letter case. Returns this index itself if it has
   * none of them.
   */
  without(ids: readonly string[]): SearchIndex {
    const hidden = new Set(ids.map((id) => this.rowOfIgnoringCase(id)).filter((row) => row >= 0));
    return hidden.size === 0 ? this : new SearchIndex(this.#buffer, [...hidden]);
  }

  /** Returns one page. If the model in the cursor no longer exists, continues at the place that the model had. */
  search(query: SearchQuery): SearchResult {
    const { sort, limit, words } = query;
    const order = this.#orders[sort];
    const isRanked = query.ranked === true && (words?.length ?? 0) > 0;
    const start = this.#startOf(query, isRanked);
    if (start === undefined) return { kind: 'bad-cursor' };
    // A number larger than that of all rows would only cost memory.
    const skip = Math.min(query.skip ?? 0, this.rows);
    // The search requests one row more than the page has. If that row exists, more rows follow.
    const most = skip + limit + 1;
    const { rows, tiers }: PageRows = isRanked
      ? this.#ranked(query, this.#tiersOf(words!), start, most)
      : { rows: this.#page(this.#found(query), query, start.after, most) };
    const page = rows.slice(skip, skip + limit);
    if (rows.length < most) return { kind: 'page', rows: page };
    const last = page.at(-1)!;
    const [value, downloads] = [order, this.#orders.downloads].map((one) => one.valueOf(last));
    return {
      kind: 'page',
      rows: page,
      next: formatCursor({ id: this.idAt(last), value, downloads, tier: tiers?.[most - 2] }),
    };
  }

  /** Counts the matching rows exactly. */
  count(filter: SearchFilter): number {
    return this.#countFound(this.#found(filter));
  }

  /**
   * Returns where a row lies in a catalog object, from byte `start` up to, not including, byte `end`. The rows begin at
   * `rowsStart`.
   */
  placeInCatalog(row: number, rowsStart: number): { start: number; end: number } {
    const before = rowsStart + row * BETWEEN_ROWS;
    return { start: before + this.#rowStarts[row]!, end: before + this.#rowStarts[row + 1]! };
  }

  /** Returns the hash of a row (`rowHash`). */
  rowHash(row: number): Uint32Array {
    return this.#rowHashes.subarray(row * HASH_WORDS, (row + 1) * HASH_WORDS);
  }

  /** Returns the id of the model in a row. */
  idAt(row: number): string {
    return this.#ids.at(row);
  }

  /** Returns the row of the model with exactly this id, or -1. */
  rowOf(id: string): number {
    return this.#ids.find(id);
  }

  /** Returns the known figures of the model with exactly this id; undefined if the index has no such model. */
  figuresOf(id: string): ModelFigures | undefined {
    const row = this.rowOf(id);
    if (row < 0) return undefined;
    const { downloads, likes, trendingScore } = this.#orders;
    return defined({
      downloads: downloads.valueOf(row),
      likes: likes.valueOf(row),
      trendingScore: trendingScore.valueOf(row),
    });
  }

  /** Returns the row of the model with this id in any letter case, or -1. */
  rowOfIgnoringCase(id: string): number {
    return id === '' ? -1 : (this.#rowsEnding(id, 1, true)[0] ?? -1);
  }

  /**
   * Returns the rows of the first two models whose name (the id after the owner) equals `name` in any letter case. Two
   * rows mean that the name is not unique.
   */
  rowsByName(name: string): number[] {
    return this.#rowsEnding(`/${name}`, 2, false);
  }

  #rowsEnding(text: string, limit: number, isWhole: boolean): number[] {
    const found = this.finder.find({ search: text });
    const part = idPart(text);
    const rows = (found.few ?? listRows(found.words)).filter((row) => part.isEndOf(this.#ids, row, isWhole));
    return Array.from(rows.subarray(0, limit));
  }

  /** Returns where a page begins; undefined if its cursor is none of this search. */
  #startOf({ after, sort }: SearchQuery, isRanked: boolean): Start | undefined {
    if (after === undefined) return { tier: 0, after: undefined };
    const cursor = parseCursor(after);
    if (cursor === undefined || (cursor.tier !== undefined) !== isRanked) return undefined;
    const { id, value, downloads, tier = 0 } = cursor;
    const order = this.#orders[sort];
    const row = this.rowOf(id);
    if (row >= 0) return { tier, after: order.placeOf(row) };
    const place = { group: order.groupOf(value), downloads: this.#orders.downloads.groupOf(downloads) };
    return { tier, after: { ...place, row: this.#ids.firstFrom(id) - 0.5 } };
  }

  /** Finds the shown rows that may match a filter, by the last tier of its words, which includes all other tiers. */
  #found(filter: SearchFilter): FoundRows {
    return this.#find(filter, filter.words?.length ? this.#tiersOf(filter.words).at(-1) : undefined);
  }

  /** Finds the shown rows that may match. */
  #find(filter: SearchFilter, terms: TermQuery | undefined): FoundRows {
    const found = this.finder.find(filter, terms);
    const shown = this.#shown;
    if (shown === undefined) return found;
    if (found.few) return { few: found.few.filter((row) => hasRow(shown, row)) };
    return { words: intersect(found.words, shown), part: found.part };
  }

  /** Returns the rows that match a filter as a bitmap. */
  #matching(filter: SearchFilter): Uint32Array {
    return this.#proven(this.#found(filter));
  }

  #proven(found: FoundRows): Uint32Array {
    if (found.few) return addRows(noRows(this.#all), found.few);
    if (found.part) prove(this.#ids, found.words, found.part);
    return found.words;
  }

  #countFound(found: FoundRows): number {
    return found.few ? found.few.length : countRows(this.#proven(found));
  }

  /** Returns rows tier by tier, each tier in the order of the sort key, without the rows of earlier tiers. */
  #ranked(query: SearchQuery, tiers: readonly TermQuery[], start: Start, most: number): PageRows {
    const page = { rows: [] as number[], tiers: [] as number[] };
    const better = noRows(this.#all);
    for (const [tier, terms] of tiers.entries()) {
      const found = this.#find(query, terms);
      const own: FoundRows = found.few
        ? { few: found.few.filter((row) => !hasRow(better, row)) }
        : { words: this.#proven(found), part: undefined };
      if (own.words) subtract(own.words, better);
      if (tier >= start.tier) {
        const rows = this.#page(own, query, tier === start.tier ? start.after : undefined, most - page.rows.length);
        page.rows.push(...rows);
        page.tiers.push(...rows.map(() => tier));
        if (page.rows.length === most) break;
      }
      if (own.few) addRows(better, own.few);
      else unite(better, own.words);
    }
    return page;
  }

  /**
   * Returns the first `most` rows after a place in the order. Walks along the order if the walk should find them soon.
   * Otherwise, or if the walk stops early, picks from all matches.
   */
  #page(found: FoundRows, { sort, ascending }: SearchQuery, after: OrderPlace | undefined, most: number): number[] {
    const order = this.#orders[sort];
    if (found.few) return order.pick(found.few, after, ascending, most);
    const { words, part } = found;
    const count = countRows(words);
    const steps = (most * this.#all) / count;
    const mostPicked = this.#all / DENSE_FROM;
    if (count > mostPicked || count * (COMPARISON + (part ? PROOF : 0)) > steps * STEP) {
      const rows: number[] = [];
      let misses = count / MISSES_BORNE;
      const isAll = order.walk(words, after, Math.ceil(steps * STEPS_BORNE), ascending, (row) => {
        if (part && !part.isIn(this.#ids, row)) return --misses < 0;
        return rows.push(row) === most;
      });
      if (isAll || rows.length === most) return rows;
    }
    const proven = this.#proven(found);
    const left = part ? countRows(proven) : count;
    if (left <= mostPicked) return order.pick(listRows(proven, left), after, ascending, most);
    const rows: number[] = [];
    order.walk(proven, after, Number.POSITIVE_INFINITY, ascending, (row) => rows.push(row) === most);
    return rows;
  }
}
