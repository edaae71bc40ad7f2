// Writes the index of a day after that of the day before: unchanged parts stay in place (decision 0002).

import type { ModelFigures } from '../../model/model-figures.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../parts/segment.ts';
import { SearchIndexBuilder } from './builder.ts';
import { figureValues, rowFacts, sameFacts } from './row-facts.ts';
import { bytesOf, type IndexBytes } from './written-index.ts';

/** A row of a catalog: its JSON, and its number among the rows. */
interface CatalogRow {
  row: Uint8Array;
  rowNumber: number;
}

/** `same` if two rows are equal; `moved` has the later figures if only these differ. */
interface Difference {
  same: boolean;
  moved: ModelFigures | undefined;
}

export class DayWriter {
  /** The first segments of the former index, which stay. */
  readonly kept: readonly Segment[];
  readonly #before: SearchIndex | undefined;
  /** The slot of each row in the former catalog. */
  readonly #slots: Uint32Array | undefined;
  readonly #builder: SearchIndexBuilder;

  /** `isAnew`: no segment of the former index stays, and so no dead row. */
  constructor(before: SearchIndex | undefined, isAnew = false) {
    this.#before = before;
    this.#slots = before?.slotsByRow();
    this.kept = (!isAnew && before?.segments.slice(0, segmentsKept(before))) || [];
    this.#builder = new SearchIndexBuilder(this.kept);
  }

  /**
   * Adds the next row of the catalog, in the order of ids; `before` is the same model's row in the former catalog, with
   * their difference.
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

  /** Gives the figures and the new segment, which follows the segments that stay. */
  finish(): IndexBytes {
    return bytesOf(this.#builder.finish());
  }
}

/** The most segments after the first, since every search reads all of them. */
const MOST_CHANGES = 8;
/** The first segment is rewritten when the rows after it, or the dead ones, exceed one in this many of all. */
const FOLD_AT = 8;

/** Gives the number of segments, from the first, that stay; the rows of the others go into the new one (decision 0002). */
function segmentsKept({ rows, segments }: SearchIndex): number {
  const all = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const behind = all - (segments[0]?.rows ?? 0);
  if (Math.max(behind, all - rows) * FOLD_AT > all) return 0;
  return segments.length > MOST_CHANGES ? 1 : segments.length;
}
