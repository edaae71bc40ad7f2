// Builds the files of a search index from rows in the order of ids: writes new rows into a new segment, and keeps others in
// a former one.
import { firstSlots, SORTS } from '../format/format.ts';
import { rowHash } from '../format/row-hash.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../parts/segment.ts';
import { FiguresWriter } from './figures-writer.ts';
import { type RowFacts, rowFacts } from './row-facts.ts';
import { SegmentWriter } from './segment-writer.ts';
import { bytesOf, type IndexBytes, type WrittenIndex } from './written-index.ts';

/**
 * Takes every row once, by `add`, `copy` or `keep`, ids ascending bytewise; then `finish` gives the files. It serves once.
 * The caller writes the rows file: the JSON of the same rows in the same order, without separators.
 */
export class SearchIndexBuilder {
  readonly #kept: readonly Segment[];
  readonly #firstNew: number;
  readonly #segment = new SegmentWriter();
  readonly #figures = new FiguresWriter();
  #columns: { of: SearchIndex; bySort: Float64Array[] } | undefined;

  /** `kept` are the first segments of an opened index, which stay. */
  constructor(kept: readonly Segment[] = []) {
    this.#kept = kept;
    this.#firstNew = firstSlots(kept.map(({ rows }) => rows)).at(-1)!;
  }

  /** Adds a row by its JSON (a ModelRow). Throws when it does not parse, or its id is out of order or not ASCII. */
  add(json: Uint8Array): void {
    const facts = rowFacts(json);
    this.#segment.add(facts);
    const values = SORTS.map((key) => facts.values[key]);
    this.#figures.add(this.#newSlot(), { values, bytes: json.length, hash: rowHash(json) });
  }

  /**
   * Adds a row whose facts, except figures, equal those of a slot in an opened index: into the new segment, unless the
   * slot's segment stays. `moved` has its text, and figures that differ.
   */
  take(index: SearchIndex, slot: number, moved?: { row: Uint8Array; figures: Partial<RowFacts['values']> }): void {
    const values = this.#valuesIn(index, slot, moved?.figures);
    const { start, end } = index.rowBytes(slot);
    const figures = moved
      ? { values, bytes: moved.row.length, hash: rowHash(moved.row) }
      : { values, bytes: end - start, hash: index.rowHash(slot) };
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

  /** Gives the values of a slot in the order of SORTS, those in `moved` instead. */
  #valuesIn(index: SearchIndex, slot: number, moved: Partial<RowFacts['values']> = {}): number[] {
    if (this.#columns?.of !== index)
      this.#columns = { of: index, bySort: SORTS.map((key) => index.orders[key].column()) };
    const { bySort } = this.#columns;
    return SORTS.map((key, sort) => moved[key] ?? bySort[sort]![slot]!);
  }
}

/**
 * Gives the files of an index of the same rows made from nothing, with all rows in one segment: two indexes are equal if
 * these bytes are.
 */
export function rewritten(index: SearchIndex): IndexBytes {
  const builder = new SearchIndexBuilder();
  for (const slot of index.slotsByRow()) builder.take(index, slot);
  return bytesOf(builder.finish());
}
