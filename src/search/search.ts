// Answers a search over the index: which rows match, in which order, a page at a time (decision 0019).
import type { ParameterRange } from '../parameter-range.ts';
import { type Conditions, type ListRef, Narrowing, sizeOf } from './candidates.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import type { SortKey } from './format.ts';
import type { IndexParts } from './index-parts.ts';
import { PagePick, PageWalk, type Proof } from './page.ts';
import { addRows, countRows, firstRows, keepRange } from './parts/bitmap.ts';
import { lowerCased, TextPattern } from './parts/id-text.ts';
import { LONGEST_GRAM } from './parts/ngrams.ts';
import type { SortOrder } from './parts/orders.ts';
import type { TermField } from './parts/terms.ts';
import { keepContaining } from './prove-text.ts';

/** What rows must meet; an absent condition restricts nothing. */
export interface SearchFilter {
  /** Part of the id, in any case. */
  search?: string;
  /** Owner, exact. */
  author?: string;
  /** Task, exact. */
  pipelineTag?: string;
  /** Library, exact. */
  library?: string;
  /** All must be present, exact. */
  tags?: readonly string[];
  /** At least so many sources hold it, from 1. */
  sources?: number;
  /** The class of the weights' size, exact. */
  size?: string;
  /** The smallest quantisation, or else the weights, take at most so many bytes. */
  fits?: number;
  /** Parameters in this range, both ends included. */
  parameters?: ParameterRange;
  /** Gated at its origin: no row is. */
  gated?: true;
}

export interface SearchQuery extends SearchFilter {
  sort: SortKey;
  /** Turns the sort key's order only: ties stay by downloads descending, then id; rows without the value stay last. */
  ascending: boolean;
  /** Rows on the page, from 1. */
  limit: number;
  /** The `next` of the page before. */
  after?: string;
}

/** A page of row numbers, in order; `next` is there exactly when more rows follow. */
type SearchPage = { kind: 'page'; rows: number[]; next?: string };

/** The query's `after` is not a cursor that this index gave. */
type BadCursor = { kind: 'bad-cursor' };

/** What a search answers. */
export type SearchResult = SearchPage | BadCursor;

/** What things cost, in about nanoseconds: a step along an order, finding a row's place in it, proving a text on a row. */
const STEP = 2.5;
const PLACE = { descending: 6, ascending: 60 };
const PROOF = 60;

/** A walk bears to go on this many times longer than if matches lay evenly in the order. */
const STEPS_BORNE = 4;

/** A walk bears one in this many of the candidates to lack the text. */
const MISSES_BORNE = 16;

/** The query side of one opened index; reuses its memory, so one search runs at a time. */
export class Search {
  readonly #index: IndexParts;
  readonly #narrowing: Narrowing;
  readonly #pick = new PagePick();

  constructor(index: IndexParts) {
    this.#index = index;
    this.#narrowing = new Narrowing(index.rows, (row, text) => index.ids.contains(row, text));
  }

  /** One page. A cursor whose model has gone continues at the place it had. */
  page(query: SearchQuery): SearchResult {
    const { sort, ascending, limit, after } = query;
    const order = this.#index.orders[sort];
    let from = 0;
    if (after !== undefined) {
      const cursor = parseCursor(after);
      if (cursor === undefined) return { kind: 'bad-cursor' };
      const row = this.#index.ids.rowOf(cursor.id);
      from = row < 0 ? cursor.position : order.positionOf(row, ascending) + 1;
    }
    // One row more than asked for says whether more follow.
    const rows = this.#rows(query, from, limit + 1);
    if (rows.length <= limit) return { kind: 'page', rows };
    rows.pop();
    const last = rows.at(-1)!;
    const next = formatCursor({ id: this.#index.ids.idAt(last), position: order.positionOf(last, ascending) });
    return { kind: 'page', rows, next };
  }

  /** How many rows match, exactly. */
  count(filter: SearchFilter): number {
    const text = filter.search ? lowerCased(filter.search) : undefined;
    const conditions = this.#conditions(filter, text);
    if (conditions === undefined) return 0;
    const { range, lists, grams } = conditions;
    const [list] = lists;
    if (list === undefined && grams.length === 0) return range[1] - range[0];
    if (list !== undefined && isFree({ ...conditions, lists: lists.slice(1) }, this.#index.rows)) return sizeOf(list);
    const candidates = this.#narrowing.narrow(conditions);
    if (candidates.kind === 'few') return candidates.rows.length;
    const { words, unproved } = candidates;
    if (!unproved) return countRows(words);
    return keepContaining(words, this.#index.ids, conditions.text!);
  }

  /** Makes `target`, a bitmap over all rows, the set of those that match; returns how many. */
  match(filter: SearchFilter, target: Uint32Array): number {
    const text = filter.search ? lowerCased(filter.search) : undefined;
    const conditions = this.#conditions(filter, text);
    target.fill(0);
    if (conditions === undefined) return 0;
    if (isFree(conditions, this.#index.rows)) {
      target.fill(-1);
      keepRange(target, 0, this.#index.rows);
      return this.#index.rows;
    }
    const candidates = this.#narrowing.narrow(conditions);
    if (candidates.kind === 'few') {
      addRows(target, candidates.rows, candidates.rows.length);
      return candidates.rows.length;
    }
    target.set(candidates.words);
    return candidates.unproved ? keepContaining(target, this.#index.ids, conditions.text!) : countRows(target);
  }

  /** The first rows, in row order, whose lowercased id may contain `text` (lowercase) and that `meets` accepts. */
  firstWith(text: Uint8Array, limit: number, meets: (row: number) => boolean): number[] {
    const conditions = this.#conditions({}, text);
    if (conditions === undefined) return [];
    const candidates = this.#narrowing.narrow(conditions);
    if (candidates.kind === 'many') return firstRows(candidates.words, limit, meets);
    return Array.from(candidates.rows.filter(meets).subarray(0, limit));
  }

  #rows(query: SearchQuery, from: number, limit: number): number[] {
    const { sort, ascending } = query;
    const order = this.#index.orders[sort];
    const text = query.search ? lowerCased(query.search) : undefined;
    const conditions = this.#conditions(query, text);
    if (conditions === undefined) return [];
    if (isFree(conditions, this.#index.rows)) return walked(order, ascending, from, new PageWalk(limit));
    const candidates = this.#narrowing.narrow(conditions);
    if (candidates.kind === 'few') return this.#pick.pick(candidates.rows, order, ascending, from, limit);
    const { words, unproved } = candidates;
    const proof = unproved ? this.#proofOf(conditions.text!) : undefined;
    return this.#rowsOfMany(words, proof, query, from, limit);
  }

  /** Walks the order where the page is expected soon, else, or when it does not come, picks from all that match. */
  #rowsOfMany(
    words: Uint32Array,
    proof: Proof | undefined,
    { sort, ascending }: SearchQuery,
    from: number,
    limit: number,
  ): number[] {
    const order = this.#index.orders[sort];
    const { rows } = this.#index;
    let count = countRows(words);
    const steps = (limit * rows) / count;
    const pickCost = count * (PLACE[ascending ? 'ascending' : 'descending'] + (proof ? PROOF : 0));
    if (count > this.#narrowing.capacity || pickCost > steps * STEP) {
      const walk = new PageWalk(limit, words, proof, count / MISSES_BORNE);
      const to = from + Math.ceil(steps * STEPS_BORNE);
      order.walk(from, to, ascending, walk);
      if (walk.isFull || (to >= rows && !walk.gaveUp)) return walk.rows;
    }
    if (proof !== undefined) count = proof.keep(words);
    if (count > this.#narrowing.capacity) return walked(order, ascending, from, new PageWalk(limit, words));
    return this.#pick.pick(this.#narrowing.listed(words), order, ascending, from, limit);
  }

  #proofOf(text: TextPattern): Proof {
    const { ids } = this.#index;
    return { holds: (row) => ids.contains(row, text), keep: (words) => keepContaining(words, ids, text) };
  }

  /** The posting lists a filter asks for; undefined when a value of it is nowhere in the index. */
  #conditions(filter: SearchFilter, text: Uint8Array | undefined): Conditions | undefined {
    if (filter.gated) return undefined;
    const { ids, terms, termPostings, grams, gramPostings, rows } = this.#index;
    const wanted: [TermField, string][] = (filter.tags ?? []).map((tag) => ['tag', tag]);
    if (filter.pipelineTag !== undefined) wanted.push(['pipeline_tag', filter.pipelineTag]);
    if (filter.library !== undefined) wanted.push(['library', filter.library]);
    if (filter.sources !== undefined) wanted.push(['sources', String(filter.sources)]);
    if (filter.size !== undefined) wanted.push(['size', filter.size]);
    const lists: ListRef[] = [];
    for (const [field, value] of wanted) {
      const list = terms.find(field, value);
      if (list < 0) return undefined;
      lists.push({ postings: termPostings, list });
    }
    if (filter.fits !== undefined) lists.push(this.#index.fitting.listOf(0, filter.fits));
    if (filter.parameters !== undefined) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = filter.parameters;
      lists.push(this.#index.parameters.listOf(min, max));
    }
    const runs = text === undefined ? [] : grams.listsOf(text);
    const range = filter.author === undefined ? ([0, rows] as const) : ids.rowsOfAuthor(filter.author);
    if (runs === undefined || range[0] === range[1]) return undefined;
    const found = runs.map((list) => ({ postings: gramPostings, list }));
    // A run that has a list of its own needs no further proof.
    return text === undefined || text.length <= LONGEST_GRAM
      ? { range, lists: [...lists, ...found], grams: [], text: undefined }
      : { range, lists, grams: found, text: new TextPattern(text) };
  }
}

function walked(order: SortOrder, ascending: boolean, from: number, walk: PageWalk): number[] {
  order.walk(from, Number.POSITIVE_INFINITY, ascending, walk);
  return walk.rows;
}

/** True when nothing is asked of a row. */
function isFree({ range, lists, grams }: Conditions, rows: number): boolean {
  return lists.length === 0 && grams.length === 0 && range[1] - range[0] === rows;
}
