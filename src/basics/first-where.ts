// Binary search in a sorted list.

/**
 * Returns the first index from `low` to `high - 1` for which `isWanted` is true, or `high` if there is none. If
 * `isWanted` is true for an index, it must be true for all later indexes.
 */
export function firstWhere(low: number, high: number, isWanted: (at: number) => boolean): number {
  let [start, end] = [low, high];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if (isWanted(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}
