// The parts of an opened index that searches and counts read.

import type { SortKey } from '../format/format.ts';
import type { Figures } from './figures.ts';
import type { SortOrder } from './orders.ts';
import type { Segment } from './segment.ts';

/** Rows go by their slots. */
export interface IndexParts {
  /** Rows that are shown: those that live, but for hidden ones. */
  readonly rows: number;
  readonly slots: number;
  readonly segments: readonly Segment[];
  /** The slots of these rows, as a bitmap. */
  readonly shown: Uint32Array;
  /** True: rows that live are hidden. */
  readonly hides: boolean;
  /** By segment: all of its rows are shown. */
  readonly isWhole: readonly boolean[];
  readonly figures: Figures;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
}

/** The segment that has this slot. */
export function segmentOf(segments: readonly Segment[], slot: number): Segment {
  let at = segments.length - 1;
  while (at > 0 && segments[at]!.first > slot) at--;
  return segments[at]!;
}
