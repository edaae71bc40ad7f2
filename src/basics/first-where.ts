// Binary search in a sorted list.

/**
 * Gives the first place from `low` to `high - 1` where `isWanted` is true, or `high` if there is none. Once `isWanted`
 * is true, it must be true for all later places.
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
