// Searches the files that an export has for it: fetches the lists a question is about, and then the rows of one page.
import { LazyValue } from '../../basics/lazy-value.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { isFree, type SearchFilter } from '../conditions.ts';
import type { SortKey } from '../format/format.ts';
import { countRows, firstRows, hasRow, intersect, unite, wordsFor } from '../parts/bitmap.ts';
import { factsOf, leastBytes } from '../writer/row-facts.ts';
import {
  BLOCK_ROWS,
  bitmapOf,
  blockFile,
  bucketFile,
  bucketOf,
  type CodedList,
  isIn,
  listIn,
  ORDER_ROWS,
  orderFile,
  ROW_BYTES,
  SHARDS_FORMAT,
  type ShardIndex,
  wordsFile,
} from './shard-format.ts';
import { keysAsked, keysChosen, searchedText } from './shard-keys.ts';
import { modelRow } from './shard-row.ts';
import { ShardWords } from './shard-words.ts';

/**
 * The bytes of a file below the folder of the search: of `index.json` as it is now, of any other, which lies in the folder
 * of a version, as it was `made`. Rejects when there is none.
 */
type ReadShard = (path: string, made?: string) => Promise<Uint8Array>;

interface ShardQuery extends SearchFilter {
  sort: SortKey;
  /** Of a question in words: rows that have it best first. */
  ranked?: boolean;
  /** Turns the order of values; rows without one stay last. */
  ascending?: boolean;
  limit: number;
  /** Rows that are left out before the page begins; 0 unless said. */
  skip?: number;
}

export interface ShardPage {
  rows: ModelRow[];
  /** True: further rows follow. */
  isMore: boolean;
  /** How many match; undefined where that would take looking at all of them. */
  total: number | undefined;
}

/** Rows of a walk, and how many of those to leave out are left. */
interface Walked {
  rows: ModelRow[];
  isMore: boolean;
  skip: number;
}

/** Up to so many candidates are looked at one and all, which also puts them in any order. */
const FEW = 100;
/** Files of an order that are fetched at a time. */
const AT_ONCE = 4;

const decoder = new TextDecoder();

export class ShardSearch {
  readonly #read: ReadShard;
  readonly #index: LazyValue<ShardIndex>;
  readonly #files = new Map<string, Promise<Uint8Array>>();
  readonly #words: ShardWords;

  constructor(read: ReadShard) {
    this.#read = read;
    this.#index = new LazyValue(async () => {
      const index = JSON.parse(decoder.decode(await read('index.json'))) as ShardIndex;
      if (index.format !== SHARDS_FORMAT) throw new Error(`the search is ${index.format}, not ${SHARDS_FORMAT}`);
      return index;
    });
    this.#words = new ShardWords({
      index: () => this.#index.get(),
      rowsOf: async (key) => {
        const list = await this.#list(key);
        return list && bitmapOf(list, wordsFor((await this.#index.get()).numbers));
      },
      words: async (name) => JSON.parse(decoder.decode(await this.#file(wordsFile(name)))) as string[],
    });
  }

  /** One page. Rejects when a file can't be read. */
  async search(query: ShardQuery): Promise<ShardPage> {
    const { rows, numbers } = await this.#index.get();
    const { keys, isExact } = keysAsked(query);
    const tiers = query.words?.length ? await this.#words.tiersOf(query.words) : undefined;
    const found = query.gated ? new Uint32Array(wordsFor(numbers)) : await this.#candidates(query, keys, tiers);
    const count = found === undefined ? rows : countRows(found);
    const ranks = query.ranked ? tiers : undefined;
    if (found !== undefined && count <= FEW) return this.#few(found, ranks ?? [], query);
    const proof = isExact ? undefined : proofOf(query);
    const walked = ranks ? await this.#walkTiers(query, ranks, found!, proof) : await this.#walk(query, found, proof);
    return { rows: walked.rows, isMore: walked.isMore, total: isExact ? count : undefined };
  }

  /** What can match; undefined: every row. */
  async #candidates(
    query: SearchFilter,
    keys: readonly string[],
    tiers: readonly Uint32Array[] | undefined,
  ): Promise<Uint32Array | undefined> {
    const chosen = keysChosen(query);
    if (isFree(query) || (keys.length === 0 && chosen.length === 0 && !tiers)) return undefined;
    const words = wordsFor((await this.#index.get()).numbers);
    const lists = await Promise.all(keys.map((key) => this.#list(key)));
    const bitmap = new Uint32Array(words).fill(tiers ? 0 : -1);
    for (const tier of tiers ?? []) unite(bitmap, tier);
    const anyOf = async (any: readonly string[]) => {
      const all = new Uint32Array(words);
      for (const list of await Promise.all(any.map((key) => this.#list(key))))
        if (list) unite(all, bitmapOf(list, words));
      return all;
    };
    for (const any of await Promise.all(chosen.map(anyOf))) intersect(bitmap, any);
    for (const list of lists) intersect(bitmap, list ? bitmapOf(list, words) : new Uint32Array(words));
    return bitmap;
  }

  async #few(found: Uint32Array, tiers: readonly Uint32Array[], query: ShardQuery): Promise<ShardPage> {
    const proof = proofOf(query);
    const numbers = firstRows(found, FEW, () => true);
    const all = await Promise.all(numbers.map((number) => this.#row(number)));
    const rank = new Map(all.map((row, at) => [row, tiers.findIndex((tier) => hasRow(tier, numbers[at]!))]));
    const rows = all.filter(proof);
    rows.sort((one, other) => rank.get(one)! - rank.get(other)! || compareBy(query, one, other));
    const { skip = 0, limit } = query;
    return { rows: rows.slice(skip, skip + limit), total: rows.length, isMore: skip + limit < rows.length };
  }

  /** The rows of a page tier by tier, each in the order. */
  async #walkTiers(
    query: ShardQuery,
    tiers: readonly Uint32Array[],
    found: Uint32Array,
    proof?: Proof,
  ): Promise<Walked> {
    const rows: ModelRow[] = [];
    let { skip = 0 } = query;
    for (const tier of tiers) {
      const own = tier.slice();
      intersect(own, found);
      if (countRows(own) === 0) continue;
      // None is left to be shown: then the next one is only looked for.
      const asked = { ...query, skip, limit: query.limit - rows.length };
      // For few rows the whole order would be gone through.
      const page = countRows(own) > FEW ? await this.#walk(asked, own, proof) : await this.#picked(asked, own);
      rows.push(...page.rows);
      skip = page.skip;
      if (page.isMore) return { rows, isMore: true, skip };
    }
    return { rows, isMore: false, skip };
  }

  /** The rows of a page out of few, which are all looked at. */
  async #picked(query: ShardQuery, found: Uint32Array): Promise<Walked> {
    const { skip = 0, limit } = query;
    const numbers = firstRows(found, FEW, () => true);
    const rows = (await Promise.all(numbers.map((number) => this.#row(number)))).filter(proofOf(query));
    rows.sort((one, other) => compareBy(query, one, other));
    const left = Math.min(skip, rows.length);
    return { rows: rows.slice(left, left + limit), isMore: left + limit < rows.length, skip: skip - left };
  }

  /** The rows of a page off an order. */
  async #walk(query: ShardQuery, found: Uint32Array | undefined, proof?: Proof): Promise<Walked> {
    const rows: ModelRow[] = [];
    const { limit } = query;
    const all = (await this.#index.get()).rows;
    // Where every row is wanted, the first place is known.
    let at = found === undefined && !proof ? (query.skip ?? 0) : 0;
    let skip = (query.skip ?? 0) - at;
    while (at < all) {
      const { numbers, end } = await this.#candidatesFrom(query, found, at, skip + limit + 1 - rows.length);
      // What needs no proof need not be read to be left out.
      const left = proof ? 0 : Math.min(skip, numbers.length);
      skip -= left;
      for (const row of await Promise.all(numbers.slice(left).map((number) => this.#row(number)))) {
        if (proof && !proof(row)) continue;
        if (skip > 0) skip--;
        else if (rows.length === limit) return { rows, isMore: true, skip };
        else rows.push(row);
      }
      at = end;
    }
    return { rows, isMore: false, skip };
  }

  /** At most `most` candidates from a place in the order on, and where to go on. */
  async #candidatesFrom(query: ShardQuery, found: Uint32Array | undefined, from: number, most: number) {
    const { rows } = await this.#index.get();
    const numbers: number[] = [];
    for (let at = from; at < rows; ) {
      const run = await this.#run(query, at);
      for (const [step, row] of run.entries()) {
        if (!isIn(found, row)) continue;
        numbers.push(row);
        if (numbers.length === most) return { numbers, end: at + step + 1 };
      }
      at += run.length;
    }
    return { numbers, end: rows };
  }

  /** The list of a key; undefined where there is none. */
  async #list(key: string): Promise<CodedList | undefined> {
    const { buckets } = await this.#index.get();
    return listIn(await this.#file(bucketFile(bucketOf(key, buckets))), key);
  }

  /** Row numbers from a place in an order on. Ascending, those with a value lie the other way round. */
  async #run({ sort, ascending }: ShardQuery, from: number): Promise<number[]> {
    const { rows, valued } = await this.#index.get();
    const end = valued[sort];
    if (ascending !== true || from >= end) return this.#part(sort, from, rows);
    const last = end - from;
    return (await this.#part(sort, Math.max(0, last - AT_ONCE * ORDER_ROWS), last)).reverse();
  }

  /** Row numbers of an order from one place up to another, or of as many of its files as are fetched at a time. */
  async #part(sort: SortKey, from: number, to: number): Promise<number[]> {
    const first = Math.floor(from / ORDER_ROWS);
    const last = Math.min(first + AT_ONCE + 1, Math.ceil(to / ORDER_ROWS));
    const files = Array.from({ length: last - first }, (_, step) => this.#file(orderFile(sort, first + step)));
    const numbers = (await Promise.all(files)).flatMap(rowNumbers);
    return numbers.slice(from - first * ORDER_ROWS, to - first * ORDER_ROWS);
  }

  async #row(number: number): Promise<ModelRow> {
    const block = await this.#file(blockFile(Math.floor(number / BLOCK_ROWS)));
    return modelRow((JSON.parse(decoder.decode(block)) as unknown[][])[number % BLOCK_ROWS]!);
  }

  /** A file of the version, fetched once. */
  #file(path: string): Promise<Uint8Array> {
    const known = this.#files.get(path);
    if (known) return known;
    const file = this.#index.get().then(({ version, made }) => this.#read(`${version}/${path}`, made));
    this.#files.set(path, file);
    file.catch(() => this.#files.delete(path));
    return file;
  }
}

/** What lists can't tell of a row. */
type Proof = (row: ModelRow) => boolean;

function proofOf({ search, fits }: SearchFilter): Proof {
  const text = search ? searchedText(search) : '';
  return ({ id, hub }) => searchedText(id).includes(text) && (fits === undefined || leastBytes(hub) <= fits);
}

/** Highest first, or lowest, those without a value last; of equal ones that with more downloads. */
function compareBy({ sort, ascending }: ShardQuery, one: ModelRow, other: ModelRow): number {
  const [left, right] = [factsOf(one).values[sort], factsOf(other).values[sort]].map((value) =>
    Number.isNaN(value) ? undefined : value,
  );
  const isTurned = ascending === true && left !== undefined && right !== undefined;
  return (
    (isTurned ? compareValues(right, left) : compareValues(left, right)) ||
    compareValues(one.downloads, other.downloads)
  );
}

const compareValues = (left = Number.NEGATIVE_INFINITY, right = Number.NEGATIVE_INFINITY) =>
  left === right ? 0 : left < right ? 1 : -1;

function rowNumbers(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length / ROW_BYTES }, (_, at) => {
    const [low = 0, middle = 0, high = 0] = bytes.subarray(at * ROW_BYTES);
    return low | (middle << 8) | (high << 16);
  });
}
