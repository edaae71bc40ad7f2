// Answers searches in the index: finds the matching rows in order, page by page (decisions 0002 and 0019).

import { conditionsOf, isFree, type SearchFilter } from './conditions.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import type { SortKey } from './format/format.ts';
import {
  addRows,
  countCommonRows,
  countRows,
  firstRows,
  hasRow,
  intersect,
  listRows,
  setWithout,
  unite,
  wordsFor,
} from './parts/bitmap.ts';
import { keepContaining, lowerCased, TextPattern } from './parts/id-text.ts';
import type { IndexParts } from './parts/index-parts.ts';
import { type Candidates, type Conditions, Narrowing } from './parts/narrowed-rows.ts';
import { PageWalk, type Proof, type SortOrder } from './parts/orders.ts';
import { PagePick } from './parts/page.ts';
import { DENSE_FROM, type RowList } from './parts/row-lists.ts';
import { type Segment, segmentOf } from './parts/segment.ts';
import { FuzzyTerms } from './words/fuzzy-terms.ts';
import type { TermQuery } from './words/term-query.ts';

export interface SearchQuery extends SearchFilter {
  sort: SortKey;
  /**
   * True to list the best matches for the words first. The sort key then decides between matches that are equally good.
   */
  ranked?: boolean;
  /**
   * True to reverse the order by the sort key. Rows of equal value are still sorted by downloads, most first, and then
   * by id; rows without a value still come last.
   */
  ascending: boolean;
  /** The number of rows on the page, 1 or more. */
  limit: number;
  /** The cursor that the previous page has as `next`. */
  after?: string;
  /** The number of rows to skip before the page begins; 0 by default. */
  skip?: number;
}

/** A page of rows as slots, in order. `next` is the cursor of the next page; absent if no more rows follow. */
type SearchPage = { kind: 'page'; rows: number[]; next?: string };

/** The answer if `after` is not a cursor of this search. */
type BadCursor = { kind: 'bad-cursor' };

export type SearchResult = SearchPage | BadCursor;

/**
 * The approximate times in nanoseconds of three actions: a step along an order, finding a row's position in the order,
 * and searching one id for a text.
 */
const STEP = 2.5;
const PLACE = { descending: 6, ascending: 60 };
const PROOF = 60;

/** A walk along an order stops after `STEPS_BORNE` times the steps that it would need for evenly spread matches. */
const STEPS_BORNE = 4;

/** A walk along an order stops if more than one in `MISSES_BORNE` of the candidates lacks the text. */
const MISSES_BORNE = 16;

/** Answers queries on one opened index. All queries use the same memory, so only one may run at a time. */
export class Search {
  readonly #index: IndexParts;
  readonly #narrowings: readonly Narrowing[];
  readonly #pick = new PagePick();
  /** A bitmap over all slots, for the candidates of a search. */
  readonly #words: Uint32Array;
  /**
   * Bitmaps over all slots for a ranked search: the slots of the present tier, and the slots of all tiers before it.
   */
  readonly #tier: Uint32Array;
  readonly #better: Uint32Array;
  /** A list of slots, which replaces a bitmap if there are only a few slots. */
  readonly #few: Uint32Array;
  readonly #fuzzy: FuzzyTerms;

  constructor(index: IndexParts) {
    this.#index = index;
    this.#narrowings = index.segments.map(
      ({ rows, ids }) => new Narrowing(rows, (row, text) => ids.contains(row, text)),
    );
    this.#words = new Uint32Array(wordsFor(index.slots));
    this.#tier = new Uint32Array(this.#words.length);
    this.#better = new Uint32Array(this.#words.length);
    this.#fuzzy = new FuzzyTerms(
      index.segments.map(({ terms }) => terms),
      (terms) => this.#count({}, terms) > 0,
    );
    this.#few = new Uint32Array(Math.ceil(index.slots / DENSE_FROM) + 8 * (1 + index.segments.length));
  }

  /** Returns one page. If the model in the cursor no longer exists, continues at the position that the model had. */
  page(query: SearchQuery): SearchResult {
    const { sort, ascending, limit, after } = query;
    const order = this.#index.orders[sort];
    // A number larger than that of all rows would only cost memory.
    const skip = Math.min(query.skip ?? 0, this.#index.rows);
    const isRanked = query.ranked === true && (query.words?.length ?? 0) > 0;
    let [tier, from] = [0, 0];
    if (after !== undefined) {
      const cursor = parseCursor(after);
      if (cursor === undefined || (cursor.tier !== undefined) !== isRanked) return { kind: 'bad-cursor' };
      const slot = this.slotOf(cursor.id);
      tier = cursor.tier ?? 0;
      from = slot < 0 ? cursor.position : order.positionOf(slot, ascending) + 1;
    }
    // The search requests one row more than the page has. If that row exists, more rows follow.
    const { rows, tiers } = isRanked
      ? this.#ranked(query, tier, from, skip + limit + 1)
      : { rows: this.#rows(query, from, skip, limit + 1), tiers: undefined };
    if (isRanked) rows.splice(0, skip);
    tiers?.splice(0, skip);
    if (rows.length <= limit) return { kind: 'page', rows };
    rows.pop();
    const last = rows.at(-1)!;
    const position = order.positionOf(last, ascending);
    const next = formatCursor({ id: this.idAt(last), position, tier: tiers?.[rows.length - 1] });
    return { kind: 'page', rows, next };
  }

  /** Returns the id of the model in a slot. */
  idAt(slot: number): string {
    const segment = segmentOf(this.#index.segments, slot);
    return segment.ids.idAt(slot - segment.first);
  }

  /** Returns the slot of the model with exactly this id, or -1. */
  slotOf(id: string): number {
    for (const { ids, first } of this.#index.segments) {
      const row = ids.rowOf(id);
      if (row >= 0 && this.#index.figures.isLive(first + row)) return first + row;
    }
    return -1;
  }

  /** Counts the matching rows exactly. */
  count(filter: SearchFilter): number {
    return this.#first(filter, (terms) => this.#count(filter, terms) || undefined) ?? 0;
  }

  #count(filter: SearchFilter, terms: TermQuery | undefined): number {
    return this.#index.segments.reduce((sum, segment, at) => {
      const conditions = conditionsOf(segment, filter, terms);
      return conditions === undefined ? sum : sum + this.#countIn(segment, at, conditions);
    }, 0);
  }

  /** Fills `target`, a bitmap over all slots, with the matches. Returns the number of matches. */
  match(filter: SearchFilter, target: Uint32Array): number {
    return this.#first(filter, (terms) => this.#match(filter, terms, target) || undefined) ?? 0;
  }

  #match(filter: SearchFilter, terms: TermQuery | undefined, target: Uint32Array): number {
    const { shown, segments, rows } = this.#index;
    if (isFree(filter)) {
      target.set(shown);
      return rows;
    }
    const candidates = this.#candidates(filter, terms);
    if (candidates.kind === 'few') {
      target.fill(0);
      addRows(target, candidates.rows, candidates.rows.length);
    } else {
      target.set(candidates.words);
      if (candidates.unproved) keepIn(segments, target, patternOf(filter));
    }
    intersect(target, shown);
    return countRows(target);
  }

  /**
   * Returns the first rows that `meets` accepts, in the order of their ids. Tests only rows whose id may contain `text`
   * in any letter case.
   */
  firstWith(text: string, limit: number, meets: (segment: Segment, row: number) => boolean): number[] {
    const { segments, figures } = this.#index;
    const found = segments.flatMap((segment, at) => {
      const conditions = conditionsOf(segment, { search: text }, undefined);
      if (conditions === undefined) return [];
      const isWanted = (row: number) => figures.isLive(segment.first + row) && meets(segment, row);
      const candidates = this.#narrowings[at]!.narrow(conditions);
      const rows =
        candidates.kind === 'many'
          ? firstRows(candidates.words, limit, isWanted)
          : Array.from(candidates.rows.filter(isWanted).subarray(0, limit));
      return rows.map((row) => segment.first + row);
    });
    if (segments.length === 1) return found;
    // Ids are ASCII, so comparing them as texts gives the order of their bytes.
    const byId = (left: number, right: number) => (this.idAt(left) < this.idAt(right) ? -1 : 1);
    return found.sort(byId).slice(0, limit);
  }

  #countIn(segment: Segment, at: number, conditions: Conditions): number {
    const { isWhole, shown } = this.#index;
    const { range, lists, grams, text } = conditions;
    const live = segment.wordsIn(shown);
    if (isWhole[at]) {
      const only = onlyList(conditions, segment.rows);
      if (only !== undefined) return only.count;
      if (lists.length === 0 && grams.length === 0) return range[1] - range[0];
    }
    const candidates = this.#narrowings[at]!.narrow(conditions);
    if (candidates.kind === 'few') return candidates.rows.filter((row) => hasRow(live, row)).length;
    const { words, unproved } = candidates;
    if (unproved) keepContaining(words, segment.ids, text!);
    return isWhole[at] ? countRows(words) : countCommonRows(words, live);
  }

  /**
   * Returns the slots of all segments that may match, valid until the next call. Some slots may be dead, but none is
   * hidden.
   */
  #candidates(filter: SearchFilter, terms: TermQuery | undefined): Candidates {
    const found = this.#matching(filter, terms);
    const { hides, shown } = this.#index;
    if (hides && found.kind === 'few') return { ...found, rows: found.rows.filter((slot) => hasRow(shown, slot)) };
    if (hides && found.kind === 'many') intersect(found.words, shown);
    return found;
  }

  #matching(filter: SearchFilter, terms: TermQuery | undefined): Candidates {
    const { segments } = this.#index;
    const found = segments.map((segment, at) => {
      const conditions = conditionsOf(segment, filter, terms);
      return conditions && this.#narrowings[at]!.narrow(conditions);
    });
    if (segments.length === 1 && found[0]) return found[0];
    if (found.every((one) => one === undefined || one.kind === 'few')) return this.#gathered(found);
    const words = this.#words;
    words.fill(0);
    let unproved = false;
    for (const [at, one] of found.entries()) {
      if (one === undefined) continue;
      const own = segments[at]!.wordsIn(words);
      if (one.kind === 'few') addRows(own, one.rows, one.rows.length);
      else own.set(one.words);
      unproved ||= one.kind === 'many' && one.unproved;
    }
    return { kind: 'many', words, unproved };
  }

  #gathered(found: readonly (Candidates | undefined)[]): Candidates {
    const few = this.#few;
    let count = 0;
    for (const [at, one] of found.entries()) {
      if (one?.kind !== 'few') continue;
      const { first } = this.#index.segments[at]!;
      for (let row = 0; row < one.rows.length; row++) few[count++] = first + one.rows[row]!;
    }
    return { kind: 'few', rows: few.subarray(0, count) };
  }

  /** Returns rows, beginning at the position `from` in the order, without the first `skip` rows. */
  #rows(query: SearchQuery, from: number, skip: number, limit: number): number[] {
    const { sort, ascending } = query;
    const order = this.#index.orders[sort];
    const { hides, shown } = this.#index;
    if (isFree(query) && hides) return walked(order, ascending, from, new PageWalk(skip + limit, shown)).slice(skip);
    // Every row of the order matches, so the position of the page's first row can be computed.
    if (isFree(query)) return walked(order, ascending, from + skip, new PageWalk(limit));
    return (this.#first(query, (terms) => this.#rowsOf(query, terms, from, skip + limit)) ?? []).slice(skip);
  }

  /** Returns the rows of one page; undefined if there are none. */
  #rowsOf(query: SearchQuery, terms: TermQuery | undefined, from: number, limit: number): number[] | undefined {
    const order = this.#index.orders[query.sort];
    const candidates = this.#candidates(query, terms);
    const proof = () => this.#proofOf(patternOf(query));
    const rows =
      candidates.kind === 'few'
        ? this.#pick.pick(candidates.rows, order, query.ascending, from, limit)
        : this.#rowsOfMany(candidates.words, candidates.unproved ? proof() : undefined, query, from, limit);
    return rows.length > 0 ? rows : undefined;
  }

  /**
   * Calls `find` for a filter and, if it finds nothing, for similar words. Searches for the last tier, which includes
   * all other tiers.
   */
  #first<T>({ words }: SearchFilter, find: (terms: TermQuery | undefined) => T | undefined): T | undefined {
    return words?.length ? this.#fuzzy.first(words, (tiers) => find(tiers.at(-1))) : find(undefined);
  }

  /**
   * Returns rows tier by tier, each tier in the order of the sort key. The rows begin at the position `from` in
   * `firstTier`. `tiers` has the tier of each row.
   */
  #ranked(query: SearchQuery, firstTier: number, from: number, limit: number): { rows: number[]; tiers: number[] } {
    return (
      this.#fuzzy.first(query.words!, (tiersMeant) => {
        const rows: number[] = [];
        const tiers: number[] = [];
        this.#better.fill(0);
        for (const [tier, terms] of tiersMeant.entries()) {
          const start = tier < firstTier ? undefined : tier === firstTier ? from : 0;
          const some = this.#inTier(query, terms, start, limit - rows.length);
          rows.push(...some);
          tiers.push(...some.map(() => tier));
          if (rows.length === limit) break;
        }
        return rows.length > 0 ? { rows, tiers } : undefined;
      }) ?? { rows: [], tiers: [] }
    );
  }

  /**
   * Returns the rows of a tier that no earlier tier has, beginning at the position `from` in the order; none if `from`
   * is undefined. Also adds all rows of the tier to `#better`.
   */
  #inTier(query: SearchQuery, terms: TermQuery, from: number | undefined, limit: number): number[] {
    const order = this.#index.orders[query.sort];
    const better = this.#better;
    const candidates = this.#candidates(query, terms);
    if (candidates.kind === 'few') {
      const rows = candidates.rows.filter((slot) => !hasRow(better, slot));
      addRows(better, rows, rows.length);
      return from === undefined ? [] : this.#pick.pick(rows, order, query.ascending, from, limit);
    }
    const words = this.#tier;
    words.set(candidates.words);
    if (candidates.unproved) keepIn(this.#index.segments, words, patternOf(query));
    const count = setWithout(words, this.#index.shown, better);
    unite(better, words);
    return from === undefined || count === 0 ? [] : this.#rowsOfMany(words, undefined, query, from, limit, count);
  }

  /**
   * Walks along the order if the walk should find the page soon. Otherwise, or if the walk stops early, picks from all
   * matches.
   */
  #rowsOfMany(
    words: Uint32Array,
    proof: Proof | undefined,
    { sort, ascending }: SearchQuery,
    from: number,
    limit: number,
    known = countRows(words),
  ): number[] {
    const order = this.#index.orders[sort];
    const { rows } = this.#index.figures;
    const few = this.#few;
    let count = known;
    const steps = (limit * rows) / count;
    const pickCost = count * (PLACE[ascending ? 'ascending' : 'descending'] + (proof ? PROOF : 0));
    if (count > few.length || pickCost > steps * STEP) {
      const walk = new PageWalk(limit, words, proof, count / MISSES_BORNE);
      const to = from + Math.ceil(steps * STEPS_BORNE);
      order.walk(from, to, ascending, walk);
      if (walk.isFull || (to >= rows && !walk.gaveUp)) return walk.rows;
    }
    if (proof !== undefined) count = proof.keep(words);
    if (count > few.length) return walked(order, ascending, from, new PageWalk(limit, words));
    return this.#pick.pick(few.subarray(0, listRows(words, few)), order, ascending, from, limit);
  }

  #proofOf(text: TextPattern): Proof {
    const { segments } = this.#index;
    const holds = (slot: number) => {
      const { ids, first } = segmentOf(segments, slot);
      return ids.contains(slot - first, text);
    };
    return { holds, keep: (words) => keepIn(segments, words, text) };
  }
}

/** Returns the pattern for the text of a filter that has one. */
const patternOf = ({ search }: SearchFilter) => new TextPattern(lowerCased(search!));

/**
 * Removes from a bitmap over all slots the rows whose id does not contain the text. Returns the number of rows that
 * remain.
 */
function keepIn(segments: readonly Segment[], words: Uint32Array, text: TextPattern): number {
  return segments.reduce((sum, segment) => sum + keepContaining(segment.wordsIn(words), segment.ids, text), 0);
}

function walked(order: SortOrder, ascending: boolean, from: number, walk: PageWalk): number[] {
  order.walk(from, Number.POSITIVE_INFINITY, ascending, walk);
  return walk.rows;
}

/** Returns the list that is the only condition on a segment; undefined if there are other conditions. */
function onlyList({ range, lists, grams }: Conditions, rows: number): RowList | undefined {
  return lists.length === 1 && grams.length === 0 && range[1] - range[0] === rows ? lists[0] : undefined;
}
