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

/** Returns the segment that contains a slot. */
export function segmentOf(segments: readonly Segment[], slot: number): Segment {
  let at = segments.length - 1;
  while (at > 0 && segments[at]!.first > slot) at--;
  return segments[at]!;
}
