// Sets of rows as bitmaps: one bit for each row, in words of 32 bits.

/** Returns an empty set of rows below `rows`. */
export const noRows = (rows: number) => new Uint32Array((rows + 31) >>> 5);

/** True if the set has the row. */
export function hasRow(words: Uint32Array, row: number): boolean {
  return ((words[row >>> 5]! >>> (row & 31)) & 1) === 1;
}

/** Adds rows to a set, and returns the set. */
export function addRows(words: Uint32Array, rows: ArrayLike<number>): Uint32Array {
  for (let at = 0; at < rows.length; at++) words[rows[at]! >>> 5]! |= 1 << (rows[at]! & 31);
  return words;
}

/** Keeps in a set only the rows that `other` has too, and returns the set. */
export function intersect(words: Uint32Array, other: Uint32Array): Uint32Array {
  for (let at = 0; at < words.length; at++) words[at]! &= other[at]!;
  return words;
}

/** Adds the rows of another set. */
export function unite(words: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! |= other[at]!;
}

/** Removes the rows of another set. */
export function subtract(words: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! &= ~other[at]!;
}

/** Keeps in a set only the rows from `low` up to, not including, `high`. */
export function keepRange(words: Uint32Array, low: number, high: number): void {
  const first = low >>> 5;
  const last = high >>> 5;
  words.fill(0, 0, first);
  words.fill(0, last + 1);
  if (first < words.length) words[first]! &= -1 << (low & 31);
  if (last < words.length) words[last]! &= ~(-1 << (high & 31));
}

/** Counts the rows of a set that `other` has too. */
export function countRows(words: Uint32Array, other = words): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]! & other[at]!;
    if (word === 0) continue;
    const pairs = word - ((word >>> 1) & 0x55555555);
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Lists the rows of a set in ascending order. `count` is their number. */
export function listRows(words: Uint32Array, count = countRows(words)): Uint32Array {
  const rows = new Uint32Array(count);
  let length = 0;
  for (let at = 0; at < words.length; at++)
    for (let word = words[at]!; word !== 0; word &= word - 1)
      rows[length++] = (at << 5) + 31 - Math.clz32(word & -word);
  return rows;
}
