// The rows sorted by one fact, in both directions. Rows of equal value are a group, which both directions read alike.
import { firstWhere } from '../basics/records.ts';
import { createRemembered } from '../basics/remembered.ts';
import type { Columns } from './columns.ts';
import { addRows, bitmapList, DENSE_FROM, hasRow, noRows, type RowList } from './postings.ts';

/** The sort keys of rows; createdAt and updated in milliseconds since 1970, size in bytes. */
export const SORTS = ['downloads', 'trendingScore', 'likes', 'createdAt', 'updated', 'size', 'parameters'] as const;

/**
 * A sort key in its canonical spelling, as in the parameters `sort` and `order` of `/api/models`
 * (`content/docs/api.md`).
 */
export type SortKey = (typeof SORTS)[number];

/** The facts by which an index sorts rows. `memory` is for a filter only: the bytes that a model's smallest form needs. */
export const INDEX_ORDERS = [...SORTS, 'memory'] as const;
export type OrderKey = (typeof INDEX_ORDERS)[number];

/**
 * A place in an order: the group of the value, the group of the downloads, and the row. A half says that the place is
 * before the group or the row, which has another value.
 */
export interface OrderPlace {
  group: number;
  downloads: number;
  row: number;
}

/** The maximum number of ranges kept, because few sizes of memory and of models are usual. */
const KEPT = 16;

/**
 * In descending order, rows are sorted by value, then by downloads, most first, then by id. In ascending order, the
 * smallest values come first, but rows of equal value stay in the same order. Rows without a value come last in both.
 */
export class SortOrder {
  /** The rows in descending order. */
  readonly #rows: Uint32Array;
  /** The group of each row. Rows without a value are in the group after the last. */
  readonly groups: Uint32Array;
  /** The start of each group in `#rows` and, last, the end of the last group. */
  readonly #starts: Uint32Array;
  /** The value of each group, descending. */
  readonly #values: Float64Array;
  readonly #downloads: SortOrder;
  readonly #ranges = createRemembered<string, RowList>({ most: KEPT });

  constructor(columns: Columns, key: OrderKey, downloads?: SortOrder) {
    this.#rows = columns.u32(`${key}.order`);
    this.groups = columns.u32(`${key}.groups`);
    this.#starts = columns.u32(`${key}.starts`);
    this.#values = columns.f64(`${key}.values`);
    this.#downloads = downloads ?? this;
  }

  /** Returns the value of a row; undefined if it has none. */
  valueOf(row: number): number | undefined {
    return this.#values[this.groups[row]!];
  }

  /** Returns the group with a value, or half a group before the next smaller value. */
  groupOf(value: number | undefined): number {
    const values = this.#values;
    if (value === undefined) return values.length;
    const group = firstWhere(0, values.length, (at) => values[at]! <= value);
    return values[group] === value ? group : group - 0.5;
  }

  placeOf(row: number): OrderPlace {
    return { group: this.groups[row]!, downloads: this.#downloads.groups[row]!, row };
  }

  /** Compares a row with a place: negative if the row comes first. */
  compare(row: number, { group, downloads, row: other }: OrderPlace, ascending: boolean): number {
    const own = this.groups[row]!;
    if (own === group) return this.#downloads.groups[row]! - downloads || row - other;
    const missing = this.#values.length;
    return ascending && own !== missing && group !== missing ? group - own : own - group;
  }

  /** Returns the list of the rows whose value is from `least` to `most`, both included. */
  between(least: number, most: number): RowList {
    return this.#ranges.made(`${least} ${most}`, () => {
      const values = this.#values;
      const ends = [(at: number) => values[at]! <= most, (at: number) => values[at]! < least];
      const [start, end] = ends.map((isEnd) => this.#starts[firstWhere(0, values.length, isEnd)]!);
      const found = this.#rows.subarray(start, end);
      if (found.length * DENSE_FROM >= this.#rows.length)
        return bitmapList(addRows(noRows(this.#rows.length), found), found.length);
      return { count: found.length, bitmap: undefined, rows: () => found.toSorted() };
    });
  }

  /**
   * Passes the rows of the set `words` (all rows if it is undefined) that come after the place `after` to `take`, in
   * order, until it returns true. Looks at `steps` rows at most. Returns true if it looked at all rows.
   */
  walk(
    words: Uint32Array | undefined,
    after: OrderPlace | undefined,
    steps: number,
    ascending: boolean,
    take: (row: number) => boolean,
  ): boolean {
    const { length } = this.#rows;
    const starts = this.#starts;
    const isAfter = (at: number) => after === undefined || this.compare(this.#rows[at]!, after, ascending) > 0;
    let left = steps;
    // The set is tested here and not in `take`, since this loop visits millions of rows and passes on few.
    const run = (from: number, to: number): boolean => {
      const rows = this.#rows;
      const end = Math.min(to, from + left);
      left -= end - from;
      for (let at = from; at < end; at++) {
        const row = rows[at]!;
        if ((words === undefined || hasRow(words, row)) && take(row)) return true;
      }
      return false;
    };
    const valued = this.#values.length;
    const first = after ? Math.floor(after.group) : valued - 1;
    if (!ascending || first === valued) return !run(firstWhere(0, length, isAfter), length) && left > 0;
    for (let group = first; group >= 0 && left > 0; group--) {
      const [start, end] = [starts[group]!, starts[group + 1]!];
      if (run(group === first ? firstWhere(start, end, isAfter) : start, end)) return false;
    }
    return left > 0 && !run(starts[valued]!, length) && left > 0;
  }

  /** Picks the first `limit` of `rows` that come after the place `after`. */
  pick(rows: Uint32Array, after: OrderPlace | undefined, ascending: boolean, limit: number): number[] {
    const best: OrderPlace[] = [];
    let last: OrderPlace | undefined;
    const cut = () => {
      best.sort((one, other) => this.compare(one.row, other, ascending));
      if (best.length > limit) best.length = limit;
      if (best.length === limit) last = best.at(-1);
    };
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      if (last !== undefined && this.compare(row, last, ascending) >= 0) continue;
      if (after !== undefined && this.compare(row, after, ascending) <= 0) continue;
      if (best.push(this.placeOf(row)) >= 2 * limit) cut();
    }
    cut();
    return best.map(({ row }) => row);
  }
}
