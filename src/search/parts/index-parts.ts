// The parts of an opened index that searches and counts read.

import type { SortKey } from '../format/format.ts';
import type { Figures } from './figures.ts';
import type { SortOrder } from './orders.ts';
import type { Segment } from './segment.ts';

/** Rows go by their slots. */
export interface IndexParts {
  /** Rows that live. */
  readonly rows: number;
  readonly slots: number;
  readonly segments: readonly Segment[];
  /** By segment: none of its rows is dead. */
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
