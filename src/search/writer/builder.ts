// Builds the files of a search index from rows in id order: into a new segment, or where a segment before has them already.
import { firstSlots, SORTS, type SortKey } from '../format/format.ts';
import { rowHash } from '../format/row-hash.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../parts/segment.ts';
import { FiguresWriter, type RowFigures } from './figures-writer.ts';
import { type FigureValues, rowFacts } from './row-facts.ts';
import { SegmentWriter } from './segment-writer.ts';
import { bytesOf, type IndexBytes, type WrittenIndex } from './written-index.ts';

/**
 * Takes every row once, by `add`, `copy` or `keep`, ids ascending bytewise; then `finish` gives the files. For one use.
 * The caller writes the rows file itself: the JSON of the same rows in the same order, nothing between them.
 */
export class SearchIndexBuilder {
  readonly #kept: readonly Segment[];
  readonly #firstNew: number;
  readonly #segment = new SegmentWriter();
  readonly #figures = new FiguresWriter();
  #columns: { of: SearchIndex; byKey: Record<SortKey, Float64Array> } | undefined;

  /** `kept` are the segments of an opened index that stay, the first ones of it. */
  constructor(kept: readonly Segment[] = []) {
    this.#kept = kept;
    this.#firstNew = firstSlots(kept.map(({ rows }) => rows)).at(-1)!;
  }

  /** Adds a row by its JSON (a ModelRow). Throws when it does not parse, or its id is out of order or not ASCII. */
  add(json: Uint8Array): void {
    const facts = rowFacts(json);
    this.#segment.add(facts);
    this.#figures.add(this.#newSlot(), { values: facts.values, bytes: json.length, hash: rowHash(json) });
  }

  /**
   * Adds a row that says of its model what the row in a slot of an opened index says, figures excepted: into the new
   * segment, unless that of the slot stays. `moved` is its text, and figures other than those of the slot.
   */
  take(index: SearchIndex, slot: number, moved?: { row: Uint8Array; figures: FigureValues }): void {
    const known = this.#figuresIn(index, slot);
    const figures = moved
      ? { values: { ...known.values, ...moved.figures }, bytes: moved.row.length, hash: rowHash(moved.row) }
      : known;
    if (slot < this.#firstNew) {
      this.#figures.add(slot, figures);
      return;
    }
    const segment = index.segmentOf(slot);
    this.#segment.copy(segment, slot - segment.first);
    this.#figures.add(this.#newSlot(), figures);
  }

  finish(): WrittenIndex {
    const { rows } = this.#segment;
    const kept = this.#kept.map((segment) => segment.rows);
    return {
      figures: this.#figures.finish(rows === 0 ? kept : [...kept, rows]),
      segment: rows === 0 ? undefined : this.#segment.finish(),
    };
  }

  #newSlot(): number {
    return this.#firstNew + this.#segment.rows - 1;
  }

  #figuresIn(index: SearchIndex, slot: number): RowFigures {
    if (this.#columns?.of !== index) {
      const columns = SORTS.map((key) => [key, index.orders[key].column()]);
      this.#columns = { of: index, byKey: Object.fromEntries(columns) as Record<SortKey, Float64Array> };
    }
    const { byKey } = this.#columns;
    const { start, end } = index.rowBytes(slot);
    const values = Object.fromEntries(SORTS.map((key) => [key, byKey[key][slot]!])) as RowFigures['values'];
    return { values, bytes: end - start, hash: index.rowHash(slot) };
  }
}

/**
 * Gives the files that an index of the same rows has when it is made from nothing, all rows in one segment: two indexes say
 * the same when these are equal bytes.
 */
export function rewritten(index: SearchIndex): IndexBytes {
  const builder = new SearchIndexBuilder();
  for (const slot of index.slotsByRow()) builder.take(index, slot);
  return bytesOf(builder.finish());
}
