// Narrows the rows that may match a search, with posting lists. The result is a short list of rows, or a bitmap over
// all rows.
import { addRows, hasRow, intersect, keepRange, listRows, setCommonRows, wordsFor } from './bitmap.ts';
import type { TextPattern } from './id-text.ts';
import { DENSE_FROM, type RowList } from './row-lists.ts';

/** If at most one row in `FEW_PER` may match, testing rows one by one is faster than a bitmap over all rows. */
const FEW_PER = 256;

/**
 * The maximum number of n-gram lists that narrow a bitmap. The lists for one text overlap, so more lists would exclude
 * few rows.
 */
const GRAMS_IN_BITMAP = 3;

/** The conditions that a row must satisfy. */
export interface Conditions {
  /** The row must be in `[first, end)`. */
  range: readonly [number, number];
  /** All of these lists must have the row. */
  lists: RowList[];
  /** Lists for the n-grams of `text`. They have every row whose id contains `text`, and other rows too. */
  grams: RowList[];
  /** The text that the id must contain; undefined if `lists` make sure of it. */
  text: TextPattern | undefined;
}

/**
 * The rows that may match: ascending in `rows`, or as the bitmap `words`. If `unproved` is true, the ids of some rows
 * may lack the text.
 */
export type Candidates = { kind: 'few'; rows: Uint32Array } | { kind: 'many'; words: Uint32Array; unproved: boolean };

/** Narrows rows. All searches use the same memory for this, so that a search allocates next to nothing. */
export class Narrowing {
  readonly #rows: number;
  readonly #fewRows: number;
  readonly #contains: (row: number, text: TextPattern) => boolean;
  #words: Uint32Array;
  #spare: Uint32Array;
  readonly #first: Uint32Array;
  readonly #second: Uint32Array;

  /** `contains` is true if the id of a row contains a text. */
  constructor(rows: number, contains: (row: number, text: TextPattern) => boolean) {
    this.#rows = rows;
    this.#contains = contains;
    this.#words = new Uint32Array(wordsFor(rows));
    this.#spare = new Uint32Array(wordsFor(rows));
    this.#fewRows = 8 + rows / FEW_PER;
    this.#first = new Uint32Array(Math.ceil(rows / DENSE_FROM) + 8);
    this.#second = new Uint32Array(this.#first.length);
  }

  /**
   * Returns every row that satisfies the conditions. An `unproved` result may also have rows whose ids lack the text.
   * The result is valid until the next call. Callers must not change a bitmap that is not `unproved`, because it may
   * belong to the index.
   */
  narrow(conditions: Conditions): Candidates {
    const { range, lists, grams, text } = conditions;
    const used = [...lists, ...bySize(grams).slice(0, GRAMS_IN_BITMAP)];
    const smallest = bySize(used)[0];
    const span = range[1] - range[0];
    if (span <= this.#fewRows) return { kind: 'few', rows: this.#few(conditions, this.#span(range), undefined) };
    if (smallest !== undefined && smallest.count <= this.#fewRows) {
      return { kind: 'few', rows: this.#few(conditions, this.#listed(smallest, range), smallest) };
    }
    const only = used.length === 1 && span === this.#rows && text === undefined ? used[0] : undefined;
    if (only?.bitmap !== undefined) return { kind: 'many', words: only.bitmap, unproved: false };
    return { kind: 'many', words: this.#many(bySize(used), range), unproved: text !== undefined };
  }

  #span([first, end]: readonly [number, number]): number {
    for (let row = first; row < end; row++) this.#first[row - first] = row;
    return end - first;
  }

  /** Writes to `#first` the rows of a list that lie from `first` up to, not including, `end`. Returns their number. */
  #listed({ bitmap, write }: RowList, [first, end]: readonly [number, number]): number {
    const count = bitmap === undefined ? write(this.#first) : listRows(bitmap, this.#first);
    return keep(this.#first, count, (row) => row >= first && row < end);
  }

  /** Keeps those of the first `count` rows in `#first` that satisfy the conditions. Fast tests come first. */
  #few({ lists, grams, text }: Conditions, count: number, met: RowList | undefined): Uint32Array {
    const rows = this.#first;
    const rest = [...lists, ...(text === undefined ? grams : [])].filter((list) => list !== met);
    let left = count;
    for (const { bitmap } of rest) if (bitmap !== undefined) left = keep(rows, left, (row) => hasRow(bitmap, row));
    if (text !== undefined) left = keep(rows, left, (row) => this.#contains(row, text));
    for (const { bitmap, write } of rest) {
      if (left === 0) break;
      if (bitmap === undefined) left = keepCommon(rows, left, this.#second, write(this.#second));
    }
    return rows.subarray(0, left);
  }

  #many([smallest, ...others]: RowList[], range: readonly [number, number]): Uint32Array {
    const words = this.#words;
    if (smallest?.bitmap !== undefined) words.set(smallest.bitmap);
    else if (smallest === undefined) words.fill(-1);
    else {
      words.fill(0);
      addRows(words, this.#first, smallest.write(this.#first));
    }
    for (const other of others) this.#intersectWith(other);
    if (range[1] - range[0] < this.#rows) keepRange(this.#words, range[0], range[1]);
    return this.#words;
  }

  #intersectWith({ bitmap, write }: RowList): void {
    if (bitmap !== undefined) {
      intersect(this.#words, bitmap);
      return;
    }
    setCommonRows(this.#spare, this.#words, this.#first, write(this.#first));
    [this.#words, this.#spare] = [this.#spare, this.#words];
  }
}

function bySize(lists: RowList[]): RowList[] {
  return lists.toSorted((left, right) => left.count - right.count);
}

function keep(rows: Uint32Array, count: number, meets: (row: number) => boolean): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at]!;
    if (meets(row)) rows[kept++] = row;
  }
  return kept;
}

/** Keeps the rows of an ascending list that another ascending list has too. Returns their number. */
function keepCommon(rows: Uint32Array, count: number, others: Uint32Array, otherCount: number): number {
  let kept = 0;
  let at = 0;
  for (let other = 0; other < otherCount && at < count; other++) {
    while (at < count && rows[at]! < others[other]!) at++;
    if (at < count && rows[at] === others[other]) rows[kept++] = rows[at++]!;
  }
  return kept;
}
