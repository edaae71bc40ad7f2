// Which segments of an index a day's changes are written behind, and when all of them are written anew (decision 0002).
import type { SearchIndex } from './search-index.ts';

/** Segments behind the first one: a question is asked of each. */
const MOST_CHANGES = 8;
/** The first segment is written anew when the rows behind it, or the dead ones, are more than one in this many of all. */
const FOLD_AT = 8;

/** How many of the segments, counted from the first, stay as they are; the rows of the others go into the new one. */
export function segmentsKept({ rows, segments }: SearchIndex): number {
  const all = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const behind = all - (segments[0]?.rows ?? 0);
  if (Math.max(behind, all - rows) * FOLD_AT > all) return 0;
  return segments.length > MOST_CHANGES ? 1 : segments.length;
}
