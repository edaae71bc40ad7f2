// Writes the index of a day behind that of the day before: what did not change stays where it is (decision 0002).

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

/** `same` when two rows are equal; `moved` are the figures of the later one when they are but for these. */
interface Difference {
  same: boolean;
  moved: ModelFigures | undefined;
}

export class DayWriter {
  /** Segments of the index before that stay, its first ones. */
  readonly kept: readonly Segment[];
  readonly #before: SearchIndex | undefined;
  /** The slot of each row of the catalog before. */
  readonly #slots: Uint32Array | undefined;
  readonly #builder: SearchIndexBuilder;

  /** `isAnew`: no segment of the index before stays, and so none of its dead rows. */
  constructor(before: SearchIndex | undefined, isAnew = false) {
    this.#before = before;
    this.#slots = before?.slotsByRow();
    this.kept = (!isAnew && before?.segments.slice(0, segmentsKept(before))) || [];
    this.#builder = new SearchIndexBuilder(this.kept);
  }

  /** The next row of the catalog, in the order of ids; `before` is that of the same model in the catalog before, and how they differ. */
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

  /** The figures, and the segment behind those that stay. */
  finish(): IndexBytes {
    return bytesOf(this.#builder.finish());
  }
}

/** Segments behind the first one: a question is asked of each. */
const MOST_CHANGES = 8;
/** The first segment is written anew when the rows behind it, or the dead ones, are more than one in this many of all. */
const FOLD_AT = 8;

/** How many segments, counted from the first, stay as they are; the rows of the others go into the new one (decision 0002). */
function segmentsKept({ rows, segments }: SearchIndex): number {
  const all = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const behind = all - (segments[0]?.rows ?? 0);
  if (Math.max(behind, all - rows) * FOLD_AT > all) return 0;
  return segments.length > MOST_CHANGES ? 1 : segments.length;
}
