// The parts of an opened index for searches and counts.

import type { SortKey } from '../format/format.ts';
import type { Figures } from './figures.ts';
import type { SortOrder } from './orders.ts';
import type { Segment } from './segment.ts';

/** Rows are named by their slots. */
export interface IndexParts {
  /** The number of shown rows: live ones that are not hidden. */
  readonly rows: number;
  readonly slots: number;
  readonly segments: readonly Segment[];
  /** The slots of these rows, as a bitmap. */
  readonly shown: Uint32Array;
  /** True if live rows are hidden. */
  readonly hides: boolean;
  /** For each segment, whether all of its rows are shown. */
  readonly isWhole: readonly boolean[];
  readonly figures: Figures;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
}

/** Gives the segment of a slot. */
export function segmentOf(segments: readonly Segment[], slot: number): Segment {
  let at = segments.length - 1;
  while (at > 0 && segments[at]!.first > slot) at--;
  return segments[at]!;
}
