// The search index read by ranges: answers the same pages as the index in memory, and fetches only what a page needs (decision 0002).

import type { ModelFigures } from '../../model/model-figures.ts';
import { isFree, type SearchFilter } from '../conditions.ts';
import { formatCursor, parseCursor } from '../cursor.ts';
import { firstSlots, NOWHERE, SORTS, type SortKey } from '../format/format.ts';
import { HASH_WORDS } from '../format/row-hash.ts';
import { knownFigures, SearchIndex } from '../index/search-index.ts';
import { countRows, hasRow, listRows, subtract, unite, wordsFor } from '../parts/bitmap.ts';
import { isRankedQuery, type SearchQuery, type SearchResult } from '../search.ts';
import { editsOf, FORGIVEN } from '../words/similar-words.ts';
import { exactTiers, similarTiers, type WordsWanted } from '../words/wanted-words.ts';
import { RangeFile, type ReadRange } from './range-file.ts';
import { RangedOrder } from './ranged-order.ts';
import { proofOf, RangedSegment, type RowProof } from './ranged-segment.ts';

/** About the bytes that it takes to learn the place of one row in an order, and to prove something of one row. */
const [PLACE, PROOF] = [64, 160];

/** The bytes of a row in the rows file, where rows stand without anything between them. */
interface PlacedRow {
  start: number;
  end: number;
  rowNumber: number;
  /** See `row-hash.ts`. */
  hash: Uint32Array;
}

/** Rows by their slots, and the tier of each. */
interface FoundRows {
  rows: number[];
  tiers: number[];
}

export class RangedIndex {
  /** Rows that live. */
  readonly rows: number;
  readonly #figures: RangeFile;
  readonly #segments: readonly RangedSegment[];
  readonly #slots: number;
  readonly #orders: Readonly<Record<SortKey, RangedOrder>>;

  /** Fetches the headers of the files: `figures`, and `segment` of each number. Rejects with a SearchIndexError when they are no index. */
  static async open(figures: ReadRange, segment: (number: number) => ReadRange): Promise<RangedIndex> {
    const file = await RangeFile.open('figures', figures);
    const sizes = await file.words('segmentRows', 0, file.sizeOf('segmentRows') / 4);
    const firsts = firstSlots(sizes);
    const segments = await Promise.all(
      Array.from(sizes, async (_, at) => new RangedSegment(await RangeFile.open('segment', segment(at)), firsts[at]!)),
    );
    const orders = await Promise.all(SORTS.map(async (key) => [key, await RangedOrder.open(file, key)] as const));
    return new RangedIndex(file, segments, firsts.at(-1)!, Object.fromEntries(orders) as Record<SortKey, RangedOrder>);
  }

  private constructor(
    figures: RangeFile,
    segments: readonly RangedSegment[],
    slots: number,
    orders: Readonly<Record<SortKey, RangedOrder>>,
  ) {
    this.rows = figures.rows;
    this.#figures = figures;
    this.#segments = segments;
    this.#slots = slots;
    this.#orders = orders;
  }

  /** One page; see Search. */
  async search(query: SearchQuery): Promise<SearchResult> {
    const { sort, ascending, limit, after } = query;
    const order = this.#orders[sort];
    const isRanked = isRankedQuery(query);
    let [tier, from] = [0, 0];
    if (after !== undefined) {
      const cursor = parseCursor(after);
      if (cursor === undefined || (cursor.tier !== undefined) !== isRanked) return { kind: 'bad-cursor' };
      const slot = await this.rowOf(cursor.id);
      tier = cursor.tier ?? 0;
      from = slot < 0 ? cursor.position : (await order.positionOf(slot, ascending)) + 1;
    }
    const { rows, tiers } = await this.#found(query, tier, from, limit + 1);
    if (rows.length <= limit) return { kind: 'page', rows };
    rows.pop();
    const last = rows.at(-1)!;
    const [id, position] = await Promise.all([this.idAt(last), order.positionOf(last, ascending)]);
    return {
      kind: 'page',
      rows,
      next: formatCursor({ id, position, tier: isRanked ? tiers[rows.length - 1] : undefined }),
    };
  }

  /** The id in a slot. */
  idAt(slot: number): Promise<string> {
    const segment = this.#segmentOf(slot);
    return segment.idAt(slot - segment.first);
  }

  /** The slot of the row with exactly this id, or -1. */
  async rowOf(id: string): Promise<number> {
    for (const segment of this.#segments) {
      const row = await segment.rowOf(id);
      if (row >= 0 && (await this.#rowNumberOf(segment.first + row)) !== NOWHERE) return segment.first + row;
    }
    return -1;
  }

  /** Where the row in a slot lies in the rows file. */
  async placeOf(slot: number): Promise<PlacedRow> {
    const rowNumber = await this.#rowNumberOf(slot);
    const [[start, end], hash] = await Promise.all([
      this.#figures.doubles('rowStarts', rowNumber, 2),
      this.#figures.words('rowHashes', rowNumber * HASH_WORDS, HASH_WORDS),
    ]);
    return { start: start!, end: end!, rowNumber, hash };
  }

  /** The figures of the model with exactly this id; undefined when there is none. */
  async figuresOf(id: string): Promise<ModelFigures | undefined> {
    const slot = await this.rowOf(id);
    if (slot < 0) return undefined;
    const { downloads, likes, trendingScore } = this.#orders;
    const [one, two, three] = await Promise.all([downloads, likes, trendingScore].map((order) => order.valueOf(slot)));
    return knownFigures(one!, two!, three!);
  }

  /** The whole index, fetched: for what can't be told of a part of it. */
  async whole(): Promise<SearchIndex> {
    const [figures, ...segments] = await Promise.all([this.#figures, ...this.#segments].map((file) => file.whole()));
    return new SearchIndex({ figures: figures!, segments });
  }

  #rowNumberOf(slot: number): Promise<number> {
    return this.#figures.word('rowNumbers', slot);
  }

  #segmentOf(slot: number): RangedSegment {
    return this.#segments.findLast(({ first }) => first <= slot)!;
  }

  /** Rows of a tier and of those behind it, from a place in the order on, and the tier of each. */
  async #found(query: SearchQuery, tier: number, from: number, limit: number): Promise<FoundRows> {
    if (query.gated) return { rows: [], tiers: [] };
    if (isFree(query)) {
      const rows = await this.#walked(query, from, limit, () => true, undefined);
      return { rows, tiers: [] };
    }
    const { words } = query;
    if (!words?.length) return this.#inTiers(query, [undefined], tier, from, limit);
    const ask = (tiers: readonly WordsWanted[]) =>
      this.#inTiers(query, isRankedQuery(query) ? tiers : tiers.slice(-1), tier, from, limit);
    const exact = exactTiers(words);
    const found = await ask(exact);
    if (found.rows.length > 0 || (await this.#isThere(exact.at(-1)!))) return found;
    for (const step of FORGIVEN) {
      const edits = editsOf(words, step);
      if (edits === undefined) continue;
      const similar = await Promise.all(words.map((word, at) => this.#similarTo(word, edits[at]!)));
      const tiers = similarTiers(words, similar);
      if (await this.#isThere(tiers.at(-1)!)) return ask(tiers);
    }
    return found;
  }

  /** Words of any segment that become this one by so many edits, itself among them. */
  async #similarTo(word: string, edits: number): Promise<string[]> {
    const found = edits === 0 ? [] : await Promise.all(this.#segments.map((segment) => segment.similarTo(word, edits)));
    return [...new Set([word, ...found.flat()])];
  }

  /** True when any row is as wanted, whatever else is asked. */
  async #isThere(wanted: WordsWanted): Promise<boolean> {
    const query = { sort: 'downloads', ascending: false, limit: 1 } as const;
    const { rows } = await this.#inTiers(query, [wanted], 0, 0, 1);
    return rows.length > 0;
  }

  async #inTiers(
    query: SearchQuery,
    wanted: readonly (WordsWanted | undefined)[],
    firstTier: number,
    from: number,
    limit: number,
  ): Promise<FoundRows> {
    const rows: number[] = [];
    const tiers: number[] = [];
    const better = new Uint32Array(wordsFor(this.#slots));
    for (const [tier, one] of wanted.entries()) {
      const words = await this.#candidates(query, one);
      subtract(words, better);
      if (tier >= firstTier) {
        const some = await this.#rows(query, tier === firstTier ? from : 0, limit - rows.length, words);
        rows.push(...some);
        tiers.push(...some.map(() => tier));
        if (rows.length === limit) break;
      }
      unite(better, words);
    }
    return { rows, tiers };
  }

  async #rows(query: SearchQuery, from: number, limit: number, words: Uint32Array): Promise<number[]> {
    const proof = proofOf(query);
    const count = countRows(words);
    const pickBytes = count * (PLACE + (proof ? PROOF : 0));
    if (pickBytes < 4 * Math.min(this.rows, (limit * this.rows) / count))
      return this.#picked(query, from, limit, words, proof);
    return this.#walked(query, from, limit, (slot) => hasRow(words, slot), proof);
  }

  /** What can match, by slots. */
  async #candidates(filter: SearchFilter, wanted: WordsWanted | undefined): Promise<Uint32Array> {
    const words = new Uint32Array(wordsFor(this.#slots));
    const found = await Promise.all(this.#segments.map((segment) => segment.candidates(filter, wanted)));
    for (const [at, own] of found.entries()) words.set(own, this.#segments[at]!.first >>> 5);
    return words;
  }

  /** The first wanted slots of an order, from a place in it on. */
  async #walked(
    { sort, ascending }: SearchQuery,
    from: number,
    limit: number,
    isWanted: (slot: number) => boolean,
    proof: RowProof | undefined,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let at = from; found.length < limit; ) {
      const run = await this.#orders[sort].run(at, ascending);
      if (run.length === 0) break;
      at += run.length;
      const wanted = Array.from(run.filter(isWanted));
      // No more of them than may be wanted are looked at.
      for (let next = 0; next < wanted.length && found.length < limit; ) {
        const some = wanted.slice(next, next + limit - found.length);
        next += some.length;
        found.push(...(await this.#proved(some, proof)));
      }
    }
    return found;
  }

  /** The same of few that can match: each is asked for its place. */
  async #picked(
    { sort, ascending }: SearchQuery,
    from: number,
    limit: number,
    words: Uint32Array,
    proof: RowProof | undefined,
  ): Promise<number[]> {
    const slots = new Uint32Array(countRows(words));
    listRows(words, slots);
    const order = this.#orders[sort];
    const placed = await Promise.all(
      Array.from(slots, async (slot) => ({ slot, position: await order.positionOf(slot, ascending) })),
    );
    const wanted = placed
      .filter(({ position }) => position !== NOWHERE && position >= from)
      .sort((left, right) => left.position - right.position);
    return (
      await this.#proved(
        wanted.map(({ slot }) => slot),
        proof,
      )
    ).slice(0, limit);
  }

  async #proved(slots: number[], proof: RowProof | undefined): Promise<number[]> {
    if (proof === undefined) return slots;
    const isProved = await Promise.all(
      slots.map((slot) => {
        const segment = this.#segmentOf(slot);
        return segment.proves(slot - segment.first, proof);
      }),
    );
    return slots.filter((_, at) => isProved[at]);
  }
}
