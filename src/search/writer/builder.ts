// Builds the files of a search index from rows in the order of their ids. New rows go into a new segment. Other rows
// stay in their segments of the previous index.
import { joined } from '../../basics/joined-bytes.ts';
import { firstSlots, SORTS } from '../format/format.ts';
import { rowHash } from '../format/row-hash.ts';
import type { Segment } from '../parts/segment.ts';
import { SearchIndex } from '../search-index.ts';
import { FiguresWriter } from './figures-writer.ts';
import { type RowFacts, rowFacts } from './row-facts.ts';
import { SegmentWriter } from './segment-writer.ts';

/** The files of an index that was built. */
export interface IndexBytes {
  figures: Uint8Array<ArrayBuffer>;
  /** The new segment, which comes after the segments that stay; undefined if no row is new. */
  segment: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Builds one index. Callers add every row once, with `add` or `take`, with ids ascending bytewise, and then call
 * `finish`. The caller writes the rows file: the JSON of the same rows in the same order, without separators.
 */
export class SearchIndexBuilder {
  readonly #kept: readonly Segment[];
  readonly #firstNew: number;
  readonly #segment = new SegmentWriter();
  readonly #figures = new FiguresWriter();
  #columns: { of: SearchIndex; bySort: Float64Array[] } | undefined;

  /** `kept` has the first segments of the previous index. They stay unchanged. */
  constructor(kept: readonly Segment[] = []) {
    this.#kept = kept;
    this.#firstNew = firstSlots(kept.map(({ rows }) => rows)).at(-1)!;
  }

  /**
   * Adds a row from its JSON (a ModelRow). Throws if the text is no JSON, or if the id is out of order or not ASCII.
   */
  add(json: Uint8Array): void {
    const facts = rowFacts(json);
    this.#segment.add(facts);
    const values = SORTS.map((key) => facts.values[key]);
    this.#figures.add(this.#newSlot(), { values, bytes: json.length, hash: rowHash(json) });
  }

  /**
   * Adds the row in a slot of an opened index. Only its figures may have changed. Copies the row to the new segment,
   * unless the slot's own segment stays. `moved` has the row's JSON and its figures, if they changed.
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

  finish(): IndexBytes {
    const { rows } = this.#segment;
    const kept = this.#kept.map((segment) => segment.rows);
    return {
      figures: whole(this.#figures.finish(rows === 0 ? kept : [...kept, rows])),
      segment: rows === 0 ? undefined : whole(this.#segment.finish()),
    };
  }

  #newSlot(): number {
    return this.#firstNew + this.#segment.rows - 1;
  }

  /** Returns the values of a slot in the order of SORTS. A value in `moved` replaces the slot's value. */
  #valuesIn(index: SearchIndex, slot: number, moved: Partial<RowFacts['values']> = {}): number[] {
    if (this.#columns?.of !== index)
      this.#columns = { of: index, bySort: SORTS.map((key) => index.orders[key].column()) };
    const { bySort } = this.#columns;
    return SORTS.map((key, sort) => moved[key] ?? bySort[sort]![slot]!);
  }
}

/** Joins the chunks of a file. A file always has several chunks, so the result is a new array. */
const whole = (chunks: readonly Uint8Array[]) => joined(chunks) as Uint8Array<ArrayBuffer>;

/** Opens the index that consists of the segments `kept` and of these files. */
export function openWritten({ figures, segment }: IndexBytes, kept: readonly Segment[] = []): SearchIndex {
  const segments = [...kept.map(({ buffer }) => buffer), ...(segment ? [segment.buffer] : [])];
  return new SearchIndex({ figures: figures.buffer, segments });
}
