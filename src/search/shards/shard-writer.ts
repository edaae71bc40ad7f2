// Writes the files of an export's search, from rows that are told in the default order.
import type { ModelRow } from '../../shapes/models.ts';
import { wordsFor } from '../parts/bitmap.ts';
import { Growable } from '../writer/growable.ts';
import { factsOf } from '../writer/row-facts.ts';
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
  type ShardOrder,
  smallest,
} from './shard-format.ts';
import { keyOfRun, tellRuns, termKeysOf } from './shard-keys.ts';
import { shardRow } from './shard-row.ts';

/** A file below the folder of a version. */
interface ShardFile {
  path: string;
  bytes: Uint8Array;
}

/** Bytes of a bucket that are aimed at. */
const BUCKET_BYTES = 6 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ShardWriter {
  readonly #blocks: ShardFile[] = [];
  #block: (readonly unknown[])[] = [];
  readonly #runs = new Map<number, GrowingList>();
  readonly #terms = new Map<string, GrowingList>();
  readonly #values: Record<ShardOrder, number[]> = { downloads: [], likes: [], createdAt: [] };
  /** Rows told so far. */
  rows = 0;

  /** The next row: JSON text of a ModelRow in UTF-8. Throws what JSON.parse throws. */
  add(json: Uint8Array): void {
    const row = JSON.parse(decoder.decode(json)) as ModelRow;
    const facts = factsOf(row);
    tellRuns(facts.id, (run) => listOf(this.#runs, run).add(this.rows));
    for (const key of termKeysOf(facts)) listOf(this.#terms, key).add(this.rows);
    for (const order of SHARD_ORDERS) this.#values[order].push(facts.values[order]);
    this.#block.push(shardRow(row));
    this.rows++;
    if (this.#block.length === BLOCK_ROWS) this.#closeBlock();
  }

  /** Every file, and how many buckets there are. Nothing can be told afterwards. */
  finish(): { files: Iterable<ShardFile>; buckets: number } {
    if (this.#block.length > 0) this.#closeBlock();
    const words = wordsFor(this.rows);
    const runs = Array.from(this.#runs, ([run, list]) => [keyOfRun(run), list] as const);
    const lists = [...runs, ...this.#terms].map(([key, list]) => [key, smallest(list.coded(), words)] as const);
    const total = lists.reduce((sum, [key, { bytes }]) => sum + key.length + 20 + bytes.length, 0);
    const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(total / BUCKET_BYTES)));
    return { files: this.#files(lists, buckets), buckets };
  }

  *#files(lists: readonly (readonly [string, CodedList])[], buckets: number): Generator<ShardFile> {
    yield* this.#blocks;
    for (const order of SHARD_ORDERS) yield* orderFiles(order, this.#values[order]);
    const shared = Map.groupBy(lists, ([key]) => bucketOf(key, buckets));
    for (let bucket = 0; bucket < buckets; bucket++)
      yield { path: bucketFile(bucket), bytes: encodeBucket(shared.get(bucket) ?? []) };
  }

  #closeBlock(): void {
    const bytes = encoder.encode(JSON.stringify(this.#block));
    this.#blocks.push({ path: blockFile(this.#blocks.length), bytes });
    this.#block = [];
  }
}

/** Rows by their values, highest first, those without one last; of equal ones the default order decides. */
function* orderFiles(order: ShardOrder, values: readonly number[]): Generator<ShardFile> {
  const value = (row: number) => (Number.isNaN(values[row]!) ? Number.NEGATIVE_INFINITY : values[row]!);
  const rows = Array.from(values, (_, row) => row).sort((a, b) => compare(value(b), value(a)) || a - b);
  for (let first = 0; first < rows.length; first += ORDER_ROWS) {
    const part = rows.slice(first, first + ORDER_ROWS);
    const bytes = new Uint8Array(part.length * ROW_BYTES);
    for (const [at, row] of part.entries()) bytes.set([row, row >>> 8, row >>> 16], at * ROW_BYTES);
    yield { path: orderFile(order, first / ORDER_ROWS), bytes };
  }
}

const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

function listOf<Key>(lists: Map<Key, GrowingList>, key: Key): GrowingList {
  let list = lists.get(key);
  if (!list) {
    list = new GrowingList();
    lists.set(key, list);
  }
  return list;
}

/** A list that is coded while rows are told. */
class GrowingList {
  readonly #bytes = new Growable(new Uint8Array(8));
  #last = -1;
  #rows = 0;

  /** Rows ascend; the same one again is in it already. */
  add(row: number): void {
    if (row === this.#last) return;
    let gap = row - this.#last;
    for (; gap > 0x7f; gap >>>= 7) this.#bytes.push((gap & 0x7f) | 0x80);
    this.#bytes.push(gap);
    this.#last = row;
    this.#rows++;
  }

  coded(): CodedList {
    return { bytes: this.#bytes.filled(), rows: this.#rows, isBitmap: false };
  }
}
