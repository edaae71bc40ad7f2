// Writes the index of a day from the index of the previous day. Most segments stay unchanged (decision 0002).

import type { ModelFigures } from '../../model/model-figures.ts';
import type { Segment } from '../parts/segment.ts';
import type { SearchIndex } from '../search-index.ts';
import { type IndexBytes, SearchIndexBuilder } from './builder.ts';
import { figureValues, rowFacts, sameFacts } from './row-facts.ts';

/** A row of a catalog: its JSON, and its number among the catalog's rows. */
interface CatalogRow {
  row: Uint8Array;
  rowNumber: number;
}

/**
 * The difference between two rows. `same` is true if they are equal. `moved` has the new figures if only figures
 * differ.
 */
interface Difference {
  same: boolean;
  moved: ModelFigures | undefined;
}

export class DayWriter {
  /** The first segments of the previous index, which stay unchanged. */
  readonly kept: readonly Segment[];
  readonly #before: SearchIndex | undefined;
  /** The slot of each row of the previous catalog. */
  readonly #slots: Uint32Array | undefined;
  readonly #builder: SearchIndexBuilder;

  /** If `isAnew` is true, no segment of the previous index stays, so the new index has no dead rows. */
  constructor(before: SearchIndex | undefined, isAnew = false) {
    this.#before = before;
    this.#slots = before?.slotsByRow();
    this.kept = (!isAnew && before?.segments.slice(0, segmentsKept(before))) || [];
    this.#builder = new SearchIndexBuilder(this.kept);
  }

  /**
   * Adds the next row of the catalog, in the order of ids. `before` is the row of the same model in the previous
   * catalog, and the third argument is the difference between them.
   */
  add({ row }: CatalogRow, before: CatalogRow | undefined, { same, moved }: Difference): void {
    if (!before || !this.#before) {
      this.#builder.add(row);
      return;
    }
    const slot = this.#slots![before.rowNumber]!;
    if (same) {
      this.#builder.take(this.#before, slot);
      return;
    }
    const facts = moved ? undefined : rowFacts(row);
    if (facts && !sameFacts(before.row, facts)) this.#builder.add(row);
    else this.#builder.take(this.#before, slot, { row, figures: facts?.values ?? figureValues(moved!) });
  }

  /** Returns the figures and the new segment, which comes after the segments that stay. */
  finish(): IndexBytes {
    return this.#builder.finish();
  }
}

/** The maximum number of segments after the first. Every search reads all segments. */
const MOST_CHANGES = 8;
/** The first segment is written again if more than 1 / `FOLD_AT` of the rows are dead, or are in later segments. */
const FOLD_AT = 8;

/**
 * Returns the number of segments that stay, counted from the first. The rows of the other segments go into the new
 * segment (decision 0002).
 */
function segmentsKept({ rows, segments }: SearchIndex): number {
  const all = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const behind = all - (segments[0]?.rows ?? 0);
  if (Math.max(behind, all - rows) * FOLD_AT > all) return 0;
  return segments.length > MOST_CHANGES ? 1 : segments.length;
}
