// A search index whose files lie elsewhere. It answers the same searches as the index in memory, and fetches only the
// parts that a search needs (decision 0039).
import { defined } from '../../basics/defined.ts';
import { LazyValue } from '../../basics/lazy-value.ts';
import { idParts } from '../../nouns/model-id.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { isFree, type SearchFilter } from '../conditions.ts';
import { formatCursor, parseCursor } from '../cursor.ts';
import { type Counted, FACET_GROUPS, groupsAsked, noFacets, withoutGroup } from '../facets.ts';
import { firstSlots, NOWHERE, SORTS, type SortKey } from '../format/format.ts';
import { countRows, firstRows, hasRow, intersect, removeRows, subtract, unite, wordsFor } from '../parts/bitmap.ts';
import { isRankedQuery, type SearchQuery, type SearchResult } from '../search.ts';
import { editsOf, FORGIVEN } from '../words/similar-words.ts';
import { exactTiers, similarTiers, type WordsWanted } from '../words/wanted-words.ts';
import { leastMemory } from '../writer/row-facts.ts';
import { FacetLists } from './facet-lists.ts';
import { keysAsked, searchedText } from './list-keys.ts';
import type { ListsFile } from './lists-file.ts';
import type { RangeFile } from './range-file.ts';
import { RemoteOrder } from './remote-order.ts';
import { RemoteSegment } from './remote-segment.ts';

/** The conditions of a search that lists of rows can't prove. The rows themselves must be read to test them. */
export interface RowProof {
  /** The text that the id must contain, in lower case. */
  text?: string;
  fits?: number;
  parameters?: NonNullable<SearchFilter['parameters']>;
}

/** Reads facts of single rows. Each row has a number, which is called its slot. */
export interface SlotFacts {
  /** Returns the rows in these slots; undefined for a row that was removed. */
  rows(slots: readonly number[]): Promise<(ModelRow | undefined)[]>;
  /** Returns those of `slots` that are live, with their positions in an order. */
  placed(slots: readonly number[], order: RemoteOrder, query: SortedQuery): Promise<PlacedSlot[]>;
  /** The approximate number of bytes that are fetched to find the position of one slot. */
  readonly bytesToPlace: number;
  /** Returns the live slots as a bitmap over `slots` slots. */
  live(slots: number): Promise<Uint32Array>;
  /**
   * Removes from a bitmap the slots whose rows fail a proof, however many they are. If this function is absent, the
   * index gives no answer to a search that needs it.
   */
  keepProved?(slots: Uint32Array, proof: RowProof, segments: readonly { first: number; rows: number }[]): Promise<void>;
  /** The maximum number of similar words that are looked up for one word, since each of them may be in another part. */
  readonly mostSimilar: number;
}

export interface PlacedSlot {
  slot: number;
  position: number;
}

export type SortedQuery = Pick<SearchQuery, 'sort' | 'ascending'>;

/** Slots in order, each with its tier. There are no more than were requested. */
interface FoundSlots {
  slots: number[];
  tiers: number[];
}

/** The maximum number of candidates that are tested one by one, by reading their rows. */
const FEW = 100;
/** The usual number of rows on a page. These rows must be read anyway. */
const PAGE = 25;
/**
 * The minimum and the maximum number of slots of an order that are fetched at a time. Between these limits, a fetch has
 * a quarter of the slots that are probably needed.
 */
const RUNS = [256, 16_384] as const;
const runOf = (expected: number) => Math.max(RUNS[0], Math.min(RUNS[1], Math.ceil(expected / 4)));

export class RemoteIndex {
  /** The number of shown rows. */
  readonly rows: number;
  readonly #parts: readonly [figures: RangeFile, lists: readonly ListsFile[], facts: SlotFacts];
  /** The slots of live rows that searches leave out. */
  readonly #hidden: readonly number[];
  readonly #slots: number;
  readonly #segments: readonly RemoteSegment[];
  readonly #orders: Readonly<Record<SortKey, RemoteOrder>>;
  readonly #facts: SlotFacts;
  readonly #live: LazyValue<Uint32Array>;
  readonly #counted: LazyValue<FacetLists>;

  /**
   * `figures` is the file of figures. `lists` has the lists files of all segments, in the order of their slots.
   * Searches leave out the rows in the slots `hidden`, but a lookup by id finds them.
   */
  constructor(figures: RangeFile, lists: readonly ListsFile[], facts: SlotFacts, hidden: readonly number[] = []) {
    const firsts = firstSlots(lists.map(({ head }) => head.rows));
    this.#parts = [figures, lists, facts];
    this.#hidden = hidden;
    this.rows = figures.rows - hidden.length;
    this.#slots = firsts.at(-1)!;
    this.#segments = lists.map((file, at) => new RemoteSegment(file, firsts[at]!));
    this.#orders = Object.fromEntries(SORTS.map((key) => [key, new RemoteOrder(figures, key)])) as Record<
      SortKey,
      RemoteOrder
    >;
    this.#facts = facts;
    this.#live = new LazyValue(async () => removeRows((await facts.live(this.#slots)).slice(), hidden));
    this.#counted = new LazyValue(async () => {
      const segments = this.#segments.map(async (one) => ({ ...sizesOf(one), lists: await one.counted() }));
      return new FacetLists(await Promise.all(segments), await this.#live.get());
    });
  }

  /** Returns the index without the models of these ids, in any letter case; this index if it has none of them. */
  async without(ids: readonly string[]): Promise<RemoteIndex> {
    const found = await Promise.all(ids.map((id) => this.#called(id, false)));
    const hidden = found.flatMap((some) => some.map(({ slot }) => slot));
    return hidden.length === 0 ? this : new RemoteIndex(...this.#parts, hidden);
  }

  /** Returns one page, with the cursor of the next page; see `Search`. */
  async search(query: SearchQuery): Promise<SearchResult> {
    const { sort, ascending, after } = query;
    const order = this.#orders[sort];
    const isRanked = isRankedQuery(query);
    let [tier, from] = [0, 0];
    if (after !== undefined) {
      const cursor = parseCursor(after);
      if (cursor === undefined || (cursor.tier !== undefined) !== isRanked) return { kind: 'bad-cursor' };
      const slot = await this.slotOf(cursor.id);
      tier = cursor.tier ?? 0;
      from = slot < 0 ? cursor.position : (await order.positionOf(slot, ascending)) + 1;
    }
    const { slots: rows, tiers, isMore } = await this.page(query, tier, from);
    if (!isMore) return { kind: 'page', rows };
    const last = rows.at(-1)!;
    const [[row], position] = await Promise.all([this.#facts.rows([last]), order.positionOf(last, ascending)]);
    return {
      kind: 'page',
      rows,
      next: formatCursor({ id: row!.id, position, tier: isRanked ? tiers.at(-1) : undefined }),
    };
  }

  /**
   * Returns the slots of one page, without the first `skip` rows. `tier` and `from` say where the previous page ended.
   * `isMore` is true if more rows follow.
   */
  async page(query: SearchQuery, tier = 0, from = 0): Promise<FoundSlots & { isMore: boolean }> {
    const { limit } = query;
    const skip = Math.min(query.skip ?? 0, this.rows);
    // The search requests one row more than the page has. If that row exists, more rows follow.
    const free = isFree(query);
    // Without conditions and hidden rows, the position in the order says how many rows were skipped.
    const left = free && this.#hidden.length === 0 ? skip : 0;
    const wanted = skip - left + limit + 1;
    const found = free
      ? await this.#walked(query, from + left, { limit: wanted, expected: wanted }, (slot) => !this.#hides(slot))
      : await this.#found(query, tier, from, wanted);
    const { slots, tiers } = Array.isArray(found) ? { slots: found, tiers: [] } : found;
    if (left === 0) for (const list of [slots, tiers]) list.splice(0, skip);
    const isMore = slots.length > limit;
    return { slots: slots.slice(0, limit), tiers: tiers.slice(0, limit), isMore };
  }

  /** Counts the matching rows exactly. Undefined if the lists do not suffice and there are too many rows to read. */
  async count(filter: SearchFilter): Promise<number | undefined> {
    if (isFree(filter)) return this.rows;
    const matching = await this.#match(filter);
    return matching && countRows(matching);
  }

  /**
   * Counts the matching rows, and those with each value; see `FacetCounts`. Undefined if the lists do not suffice and
   * there are too many rows to read.
   */
  async facets(filter: SearchFilter): Promise<Counted | undefined> {
    const lists = await this.#counted.get();
    const facets = noFacets();
    const rest = groupsAsked(filter);
    const matching = await this.#match(filter);
    if (!matching) return undefined;
    for (const group of FACET_GROUPS) {
      const slots = rest.includes(group) ? await this.#match(withoutGroup(filter, group)) : matching;
      if (slots) facets[group] = lists.count(group, slots);
    }
    return { total: countRows(matching), facets };
  }

  /** Returns the slot of the model with exactly this id, or -1. */
  async slotOf(id: string): Promise<number> {
    return (await this.#called(id, false)).find((one) => one.id === id)?.slot ?? -1;
  }

  /** Returns the id that equals `id` in any letter case, or the first of several; undefined if there is none. */
  async idIgnoringCase(id: string): Promise<string | undefined> {
    const found = await this.#called(id, false);
    return found[0]?.id;
  }

  /** Returns the first two ids whose name equals `name` in any letter case, of any owners. */
  async idsByName(name: string): Promise<string[]> {
    return (await this.#called(name, true)).slice(0, 2).map(({ id }) => id);
  }

  /** Finds the rows of models with this id, or with this name if `isName` is true, in any letter case, sorted by id. */
  async #called(text: string, isName: boolean): Promise<{ slot: number; id: string }[]> {
    const found = await Promise.all(
      this.#segments.map(async (one) => (await one.rowsCalled(text, isName)).map((row) => one.first + row)),
    );
    const slots = found.flat();
    const wanted = searchedText(text);
    const rows = await this.#facts.rows(slots);
    return rows
      .flatMap((row, at) => (row ? [{ slot: slots[at]!, id: row.id }] : []))
      .filter(({ id }) => searchedText(isName ? idParts(id).name : id) === wanted)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Returns all matches as a bitmap. Undefined if the lists do not suffice and there are too many rows to read. */
  async #match(filter: SearchFilter): Promise<Uint32Array | undefined> {
    const live = await this.#live.get();
    if (filter.gated) return new Uint32Array(live.length);
    if (isFree(filter)) return live;
    const wanted = filter.words?.length ? (await this.#meant(filter.words)).at(-1) : undefined;
    const matching = await this.#candidates(filter, wanted);
    intersect(matching, live);
    const proof = proofOf(filter);
    if (!proof) return matching;
    const count = countRows(matching);
    if (count <= FEW) {
      const slots = firstRows(matching, FEW, () => true);
      const proved = new Set(await this.#proved(slots, proof));
      return removeRows(
        matching,
        slots.filter((slot) => !proved.has(slot)),
      );
    }
    if (!this.#facts.keepProved) return undefined;
    await this.#facts.keepProved(matching, proof, this.#segments.map(sizesOf));
    return matching;
  }

  /** Returns the tiers for the words of the search, or for similar words if no row has all of the words. */
  async #meant(words: readonly string[], exact = exactTiers(words)): Promise<readonly WordsWanted[]> {
    if (await this.#isThere(exact.at(-1)!)) return exact;
    for (const step of FORGIVEN) {
      const edits = editsOf(words, step);
      if (edits === undefined) continue;
      const tiers = similarTiers(words, await Promise.all(words.map((word, at) => this.#similarTo(word, edits[at]!))));
      if (await this.#isThere(tiers.at(-1)!)) return tiers;
    }
    return exact;
  }

  /** Returns `word`, and the words of any segment that differ from it by at most `edits` edits. */
  async #similarTo(word: string, edits: number): Promise<string[]> {
    if (edits === 0) return [word];
    const { mostSimilar } = this.#facts;
    const found = await Promise.all(this.#segments.map((segment) => segment.similarTo(word, edits, mostSimilar)));
    return [...new Set([word, ...found.flat()])];
  }

  /** True if any row has the wanted words, whatever the other conditions are. */
  async #isThere(wanted: WordsWanted): Promise<boolean> {
    const slots = await this.#candidates({}, wanted);
    if (countRows(slots) === 0) return false;
    intersect(slots, await this.#live.get());
    return countRows(slots) > 0;
  }

  /** Returns slots, beginning at the position `from` in `firstTier` and continuing with the later tiers. */
  async #found(query: SearchQuery, firstTier: number, from: number, limit: number): Promise<FoundSlots> {
    if (query.gated) return { slots: [], tiers: [] };
    const { words } = query;
    if (!words?.length) return this.#inTiers(query, [undefined], firstTier, from, limit);
    const ask = (tiers: readonly WordsWanted[]) =>
      this.#inTiers(query, isRankedQuery(query) ? tiers : tiers.slice(-1), firstTier, from, limit);
    const exact = exactTiers(words);
    const found = await ask(exact);
    if (found.slots.length > 0) return found;
    const meant = await this.#meant(words, exact);
    return meant === exact ? found : ask(meant);
  }

  async #inTiers(
    query: SearchQuery,
    tiers: readonly (WordsWanted | undefined)[],
    firstTier: number,
    from: number,
    limit: number,
  ): Promise<FoundSlots> {
    const found: FoundSlots = { slots: [], tiers: [] };
    const better = new Uint32Array(wordsFor(this.#slots));
    for (const [tier, wanted] of tiers.entries()) {
      const candidates = await this.#candidates(query, wanted);
      subtract(candidates, better);
      if (tier >= firstTier) {
        const left = limit - found.slots.length;
        const some = await this.#ordered(query, tier === firstTier ? from : 0, left, candidates);
        found.slots.push(...some);
        found.tiers.push(...some.map(() => tier));
        if (found.slots.length === limit) break;
      }
      unite(better, candidates);
    }
    return found;
  }

  /** Returns the first candidates, beginning at the position `from` in the order. */
  async #ordered(query: SearchQuery, from: number, limit: number, candidates: Uint32Array): Promise<number[]> {
    const count = countRows(candidates);
    if (count === 0) return [];
    const proof = proofOf(query);
    // Either the walk finds all pages of a search, or the code below it does. In an export, the two may have different
    // orders: the walk has that of the figures, while the code below it sorts rows by values that may be older.
    const among = (rows: number) => Math.min(this.rows, (rows * this.rows) / count);
    if ((count - PAGE) * this.#facts.bytesToPlace > 4 * Math.max(among(PAGE), RUNS[0]))
      return this.#walked(query, from, { limit, expected: among(limit) }, (slot) => hasRow(candidates, slot), proof);
    const slots = firstRows(candidates, count, () => true);
    const placed = await this.#facts.placed(slots, this.#orders[query.sort], query);
    const wanted = placed.filter(({ position }) => position !== NOWHERE && position >= from);
    wanted.sort((one, other) => one.position - other.position);
    return this.#firstProved(
      wanted.map(({ slot }) => slot),
      limit,
      proof,
    );
  }

  #hides(slot: number): boolean {
    return this.#hidden.includes(slot);
  }

  /** Returns the slots that may match, as a bitmap. The rows of some slots may have been replaced or removed. */
  async #candidates(filter: SearchFilter, wanted: WordsWanted | undefined): Promise<Uint32Array> {
    const { keys } = keysAsked(filter);
    const words = new Uint32Array(wordsFor(this.#slots));
    const found = await Promise.all(this.#segments.map((segment) => segment.candidates(keys, wanted)));
    for (const [at, own] of found.entries()) words.set(own, this.#segments[at]!.first >>> 5);
    return removeRows(words, this.#hidden);
  }

  /**
   * Walks along an order, and returns the first slots that are wanted and pass the proof. These slots are probably
   * among the next `expected` slots. This number decides how many slots each read gets.
   */
  async #walked(
    { sort, ascending }: SortedQuery,
    from: number,
    { limit, expected }: { limit: number; expected: number },
    isWanted: (slot: number) => boolean,
    proof?: RowProof,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let at = from; found.length < limit; ) {
      const run = await this.#orders[sort].run(at, ascending, runOf(expected));
      if (run.length === 0) break;
      at += run.length;
      found.push(...(await this.#firstProved(Array.from(run.filter(isWanted)), limit - found.length, proof)));
    }
    return found;
  }

  /** Returns the first slots that pass a proof. */
  async #firstProved(slots: readonly number[], limit: number, proof?: RowProof): Promise<number[]> {
    if (!proof) return slots.slice(0, limit);
    const found: number[] = [];
    // Each round tests only as many slots as rows are still missing on the page.
    for (let next = 0; next < slots.length && found.length < limit; ) {
      const some = slots.slice(next, next + limit - found.length);
      next += some.length;
      found.push(...(await this.#proved(some, proof)));
    }
    return found;
  }

  async #proved(slots: readonly number[], proof: RowProof): Promise<number[]> {
    const rows = await this.#facts.rows(slots);
    return slots.filter((_, at) => rows[at] !== undefined && proves(rows[at], proof));
  }
}

const sizesOf = ({ first, rows }: RemoteSegment) => ({ first, rows });

/** Returns the conditions of a filter that only the rows can prove; undefined if lists prove all conditions. */
function proofOf(filter: SearchFilter): RowProof | undefined {
  const { search, fits, parameters } = filter;
  if (keysAsked(filter).isExact) return undefined;
  return {
    ...(search && { text: searchedText(search) }),
    ...defined({ fits, parameters }),
  };
}

function proves(row: ModelRow, { text, fits, parameters }: RowProof): boolean {
  if (text !== undefined && !searchedText(row.id).includes(text)) return false;
  if (fits !== undefined && !(leastMemory(row) <= fits)) return false;
  const { min = 0, max = Number.POSITIVE_INFINITY } = parameters ?? {};
  const count = row.hub.parameters ?? Number.NaN;
  return parameters === undefined || (count >= min && count <= max);
}
