// Searches the files that an export has for it: fetches the lists a question is about, and then the rows of one page.
import { LazyValue } from '../../basics/lazy-value.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { isFree, type SearchFilter } from '../conditions.ts';
import type { SortKey } from '../index/format.ts';
import { countRows, firstRows, hasRow, intersect, unite, wordsFor } from '../parts/bitmap.ts';
import { leastBytes } from '../writer/row-facts.ts';
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
  limit: number;
  /** `next` of the page before. */
  after?: string | undefined;
}

export interface ShardPage {
  rows: ModelRow[];
  next?: string;
  /** How many match; undefined where that would take looking at all of them. */
  total: number | undefined;
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
    const [from, firstTier] = placeIn(query.after);
    const ranks = query.ranked ? tiers : undefined;
    if (found !== undefined && count <= FEW) return this.#few(found, ranks ?? [], query, from);
    const proof = isExact ? undefined : proofOf(query);
    const page = ranks
      ? await this.#walkTiers(query, ranks, found!, proof, from, firstTier)
      : await this.#walk(query, found, proof, from);
    return { ...page, total: isExact ? count : undefined };
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

  async #few(found: Uint32Array, tiers: readonly Uint32Array[], query: ShardQuery, from: number): Promise<ShardPage> {
    const proof = proofOf(query);
    const numbers = firstRows(found, FEW, () => true);
    const all = await Promise.all(numbers.map((number) => this.#row(number)));
    const rank = new Map(all.map((row, at) => [row, tiers.findIndex((tier) => hasRow(tier, numbers[at]!))]));
    const rows = all.filter(proof);
    const { sort } = query;
    rows.sort((one, other) => rank.get(one)! - rank.get(other)! || compareBy(sort, one, other));
    const end = from + query.limit;
    return { rows: rows.slice(from, end), total: rows.length, ...(end < rows.length && { next: String(end) }) };
  }

  /** The rows of a page tier by tier, each in the order; `next` is a place in a tier. */
  async #walkTiers(
    query: ShardQuery,
    tiers: readonly Uint32Array[],
    found: Uint32Array,
    proof: ((row: ModelRow) => boolean) | undefined,
    from: number,
    firstTier: number,
  ): Promise<Omit<ShardPage, 'total'>> {
    const rows: ModelRow[] = [];
    for (let tier = firstTier; tier < tiers.length; tier++) {
      const own = tiers[tier]!.slice();
      intersect(own, found);
      if (countRows(own) === 0) continue;
      // None is left to be shown: then the next one is only looked for.
      const limit = query.limit - rows.length;
      const page = await this.#walk({ ...query, limit }, own, proof, tier === firstTier ? from : 0);
      rows.push(...page.rows);
      if (page.next !== undefined) return { rows, next: `${page.next}.${tier}` };
    }
    return { rows };
  }

  /** The rows of a page off an order; `next` is the place in it. */
  async #walk(
    { sort, limit }: ShardQuery,
    found: Uint32Array | undefined,
    proof: ((row: ModelRow) => boolean) | undefined,
    from: number,
  ): Promise<Omit<ShardPage, 'total'>> {
    const rows: ModelRow[] = [];
    const all = (await this.#index.get()).rows;
    for (let at = from; at < all; ) {
      const { numbers, end } = await this.#candidatesFrom(sort, found, at, limit + 1 - rows.length);
      for (const [place, row] of await this.#placed(numbers)) {
        if (proof && !proof(row)) continue;
        if (rows.length === limit) return { rows, next: String(place) };
        rows.push(row);
      }
      at = end;
    }
    return { rows };
  }

  /** At most `most` candidates from a place in the order on, each with its place, and where to go on. */
  async #candidatesFrom(sort: SortKey, found: Uint32Array | undefined, from: number, most: number) {
    const { rows } = await this.#index.get();
    const numbers: [place: number, row: number][] = [];
    for (let at = from; at < rows; ) {
      const run = await this.#run(sort, at);
      for (const [step, row] of run.entries()) {
        if (!isIn(found, row)) continue;
        numbers.push([at + step, row]);
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

  /** Row numbers from a place in an order on. */
  async #run(sort: SortKey, from: number): Promise<number[]> {
    const { rows } = await this.#index.get();
    const first = Math.floor(from / ORDER_ROWS);
    const last = Math.min(first + AT_ONCE, Math.ceil(rows / ORDER_ROWS));
    const files = Array.from({ length: last - first }, (_, step) => this.#file(orderFile(sort, first + step)));
    const numbers = (await Promise.all(files)).flatMap(rowNumbers);
    return numbers.slice(from - first * ORDER_ROWS);
  }

  async #placed(numbers: readonly [place: number, row: number][]): Promise<[place: number, row: ModelRow][]> {
    const rows = await Promise.all(numbers.map(([, row]) => this.#row(row)));
    return rows.map((row, at) => [numbers[at]![0], row]);
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

/** Where a page begins: a place in an order, and the tier of the rows that are ranked. */
function placeIn(after = ''): [place: number, tier: number] {
  const [place, tier] = after.split('.');
  return [Number(place) || 0, Number(tier) || 0];
}

/** What lists can't tell of a row. */
function proofOf({ search, fits }: SearchFilter): (row: ModelRow) => boolean {
  const text = search ? searchedText(search) : '';
  return ({ id, hub }) => searchedText(id).includes(text) && (fits === undefined || leastBytes(hub) <= fits);
}

/** Highest first, those without a value last; of equal ones that with more downloads. */
function compareBy(sort: SortKey, one: ModelRow, other: ModelRow): number {
  return compareValues(sortValue(one, sort), sortValue(other, sort)) || compareValues(one.downloads, other.downloads);
}

const sortValue = (row: ModelRow, sort: SortKey) =>
  sort === 'createdAt' && row.createdAt !== undefined ? Date.parse(row.createdAt) : (row[sort] as number | undefined);

const compareValues = (left = Number.NEGATIVE_INFINITY, right = Number.NEGATIVE_INFINITY) =>
  left === right ? 0 : left < right ? 1 : -1;

function rowNumbers(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length / ROW_BYTES }, (_, at) => {
    const [low = 0, middle = 0, high = 0] = bytes.subarray(at * ROW_BYTES);
    return low | (middle << 8) | (high << 16);
  });
}
