// Writes the files of an export's search, from rows that are told in the order of their numbers.
import type { ModelRow } from '../../shapes/models.ts';
import { wordsFor } from '../parts/bitmap.ts';
import { factsOf } from '../writer/row-facts.ts';
import { type GrowingList, listOf } from './growing-list.ts';
import {
  BLOCK_ROWS,
  blockFile,
  bucketFile,
  bucketOf,
  type CodedList,
  encodeBucket,
  ORDER_ROWS,
  orderFile,
  ROW_BYTES,
  SHARD_ORDERS,
  type ShardIndex,
  type ShardOrder,
  smallest,
  wordsFile,
} from './shard-format.ts';
import { keyOfRun, tellRuns, termKeysOf } from './shard-keys.ts';
import { shardRow } from './shard-row.ts';
import { WordLists } from './word-lists.ts';

/** A file below the folder of a version. */
interface ShardFile {
  path: string;
  bytes: Uint8Array;
}

/** Bytes of a bucket that are aimed at. */
const BUCKET_BYTES = 6 * 1024;
/** Room for numbers is made by so many, so that a few new rows leave bitmaps as they are. */
const ROOM = 4096;

const encoder = new TextEncoder();

type Order = [number: number, value: number][];

export class ShardWriter {
  readonly #blocks: ShardFile[] = [];
  #block: (readonly unknown[] | null)[] = [];
  readonly #runs = new Map<number, GrowingList>();
  readonly #terms = new Map<string, GrowingList>();
  readonly #words = new WordLists();
  readonly #orders: Record<ShardOrder, Order> = {
    ...{ trendingScore: [], downloads: [], likes: [], createdAt: [], updated: [], size: [] },
  };
  /** The number that follows that of the last row told. */
  #next = 0;
  #rows = 0;

  /** The next row; its number is higher than that of the one before. `place` is that in the default order, from 0. */
  add(number: number, row: ModelRow, place: number): void {
    while (this.#next < number) this.#put(null);
    const facts = factsOf(row);
    tellRuns(facts.id, (run) => listOf(this.#runs, run).add(number));
    for (const key of termKeysOf(facts)) listOf(this.#terms, key).add(number);
    this.#words.add(number, facts);
    const values = { ...facts.values, trendingScore: -place };
    for (const order of SHARD_ORDERS) this.#orders[order].push([number, values[order]]);
    this.#put(shardRow(row));
    this.#rows++;
  }

  /**
   * Every file, and what the first one says of them. There are as many `buckets` as given while that is not far from what
   * would be best, since with another number all lists lie elsewhere. Nothing can be told afterwards.
   */
  finish(
    buckets?: number,
  ): { files: Iterable<ShardFile> } & Pick<ShardIndex, 'rows' | 'numbers' | 'buckets' | 'valued' | 'words'> {
    const numbers = Math.ceil(this.#next / ROOM) * ROOM;
    while (this.#block.length > 0) this.#put(null);
    const runs = Array.from(this.#runs, ([run, list]) => [keyOfRun(run), list] as const);
    const files = this.#words.files();
    const lists = [...runs, ...this.#terms, ...this.#words.lists()].map(
      ([key, list]) => [key, smallest(list.coded(), wordsFor(numbers))] as const,
    );
    const total = lists.reduce((sum, [key, { bytes }]) => sum + key.length + 20 + bytes.length, 0);
    const best = 2 ** Math.max(0, Math.ceil(Math.log2(total / BUCKET_BYTES)));
    const kept = buckets !== undefined && buckets <= 2 * best && best <= 2 * buckets ? buckets : best;
    const words = [...files.keys()].sort();
    const withValue = (order: ShardOrder) => this.#orders[order].filter(([, value]) => !Number.isNaN(value)).length;
    const valued = Object.fromEntries(SHARD_ORDERS.map((order) => [order, withValue(order)])) as ShardIndex['valued'];
    return { files: this.#files(lists, kept, files), rows: this.#rows, numbers, buckets: kept, valued, words };
  }

  *#files(
    lists: readonly (readonly [string, CodedList])[],
    buckets: number,
    words: ReadonlyMap<string, string[]>,
  ): Generator<ShardFile> {
    yield* this.#blocks;
    for (const [name, list] of words) yield { path: wordsFile(name), bytes: encoder.encode(JSON.stringify(list)) };
    for (const order of SHARD_ORDERS) yield* orderFiles(order, this.#orders[order]);
    const shared = Map.groupBy(lists, ([key]) => bucketOf(key, buckets));
    for (let bucket = 0; bucket < buckets; bucket++)
      yield { path: bucketFile(bucket), bytes: encodeBucket((shared.get(bucket) ?? []).toSorted(byKey)) };
  }

  #put(row: readonly unknown[] | null): void {
    this.#block.push(row);
    this.#next++;
    if (this.#block.length < BLOCK_ROWS) return;
    const bytes = encoder.encode(JSON.stringify(this.#block));
    this.#blocks.push({ path: blockFile(this.#blocks.length), bytes });
    this.#block = [];
  }
}

/** Rows by their values, highest first, those without one last; of equal ones by their numbers. */
function* orderFiles(order: ShardOrder, rows: Order): Generator<ShardFile> {
  const value = ([, of]: Order[number]) => (Number.isNaN(of) ? Number.NEGATIVE_INFINITY : of);
  rows.sort((a, b) => compare(value(b), value(a)) || a[0] - b[0]);
  for (let first = 0; first < rows.length; first += ORDER_ROWS) {
    const part = rows.slice(first, first + ORDER_ROWS);
    const bytes = new Uint8Array(part.length * ROW_BYTES);
    for (const [at, [row]] of part.entries()) bytes.set([row, row >>> 8, row >>> 16], at * ROW_BYTES);
    yield { path: orderFile(order, first / ORDER_ROWS), bytes };
  }
}

const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

/** Whoever was told first is no matter: equal lists lie in equal buckets. */
const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);
