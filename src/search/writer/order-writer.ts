// Sorts the rows by one fact, and numbers the groups of equal values (`orders.ts`).
import { firstWhere } from '../../basics/records.ts';

/** The columns of an order. */
interface WrittenOrder {
  order: Uint32Array;
  groups: Uint32Array;
  starts: Uint32Array;
  values: Float64Array;
}

/**
 * Sorts rows by their values, descending. NaN means no value, and such rows come last. Rows of equal value keep their
 * order in `ties`, which has all rows; undefined for the order of their numbers.
 */
export function sortRows(column: Float64Array, ties: Uint32Array | undefined): WrittenOrder {
  const values = distinctValues(column);
  const groups = new Uint32Array(column.length);
  // The rows of each group are counted, and then each row goes to the next place of its group.
  const starts = new Uint32Array(values.length + 2);
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    groups[row] = Number.isNaN(value) ? values.length : firstWhere(0, values.length, (at) => values[at]! <= value);
    starts[groups[row]! + 1]!++;
  }
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  const next = starts.slice();
  const order = new Uint32Array(column.length);
  for (let at = 0; at < column.length; at++) {
    const row = ties ? ties[at]! : at;
    order[next[groups[row]!]!++] = row;
  }
  return { order, groups, starts: starts.subarray(0, values.length + 1), values };
}

/** Returns each value once, the highest first. */
function distinctValues(column: Float64Array): Float64Array {
  const sorted = column
    .filter((value) => !Number.isNaN(value))
    .sort()
    .reverse();
  return sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
}
