// The search in what is sorted.

/** The first place from `low` up to, not including, `high` that is as wanted, when all behind it are too; else `high`. */
export function firstWhere(low: number, high: number, isWanted: (at: number) => boolean): number {
  let [start, end] = [low, high];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if (isWanted(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}
