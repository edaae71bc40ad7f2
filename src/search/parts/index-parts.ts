// The parts of an opened search index that searches and counts use.

import type { SortKey } from '../format/format.ts';
import type { Figures } from './figures.ts';
import type { SortOrder } from './orders.ts';
import type { Segment } from './segment.ts';

/** The parts of an opened index. Each row has a number, which is called its slot. */
export interface IndexParts {
  /** The number of shown rows, which are live and not hidden. */
  readonly rows: number;
  readonly slots: number;
  readonly segments: readonly Segment[];
  /** The slots of the shown rows, as a bitmap. */
  readonly shown: Uint32Array;
  /** True if some live rows are hidden. */
  readonly hides: boolean;
  /** For each segment, true if all of its rows are shown. */
  readonly isWhole: readonly boolean[];
  readonly figures: Figures;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
}
