// Sets of rows as bitmaps: one bit for each row, in words of 32 bits.

/** Returns the number of words in a bitmap over `rows` rows. */
export function wordsFor(rows: number): number {
  return (rows + 31) >>> 5;
}

/** True if the set `words` has the row. */
export function hasRow(words: Uint32Array, row: number): boolean {
  return ((words[row >>> 5]! >>> (row & 31)) & 1) === 1;
}

/** Adds a row to the set `words`. */
export function addRow(words: Uint32Array, row: number): void {
  words[row >>> 5]! |= 1 << (row & 31);
}

/** Adds the first `count` of `rows` to the set `words`. */
export function addRows(words: Uint32Array, rows: Uint32Array, count: number): void {
  for (let at = 0; at < count; at++) addRow(words, rows[at]!);
}

/** Removes `rows` from the set `words`, and returns the set. */
export function removeRows(words: Uint32Array, rows: Iterable<number>): Uint32Array {
  for (const row of rows) words[row >>> 5]! &= ~(1 << (row & 31));
  return words;
}

/** Fills the set `words` with the rows that are both among the first `count` of `rows` and in the set `other`. */
export function setCommonRows(words: Uint32Array, other: Uint32Array, rows: Uint32Array, count: number): void {
  words.fill(0);
  for (let at = 0; at < count; at++) {
    const row = rows[at]!;
    words[row >>> 5]! |= other[row >>> 5]! & (1 << (row & 31));
  }
}

/** Keeps in the set `words` only the rows that `other` has too. */
export function intersect(words: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! &= other[at]!;
}

/** Adds the rows of the set `other` to the set `words`. */
export function unite(words: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! |= other[at]!;
}

/** Keeps in the set `words` only the rows that are in `within` and not in `without`. Returns their number. */
export function setWithout(words: Uint32Array, within: Uint32Array, without: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]! & within[at]! & ~without[at]!;
    words[at] = word;
    if (word !== 0) count += countBits(word);
  }
  return count;
}

/** Keeps in the set `words` only the rows from `low` up to, not including, `high`. */
export function keepRange(words: Uint32Array, low: number, high: number): void {
  const first = low >>> 5;
  const last = high >>> 5;
  words.fill(0, 0, first);
  words.fill(0, last + 1);
  if (first < words.length) words[first]! &= -1 << (low & 31);
  if (last < words.length) words[last]! &= ~(-1 << (high & 31));
}

/** Counts the rows in the set `words`. */
export function countRows(words: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word !== 0) count += countBits(word);
  }
  return count;
}

/** Counts the rows that both sets have. */
export function countCommonRows(words: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]! & other[at]!;
    if (word !== 0) count += countBits(word);
  }
  return count;
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Writes the rows of the set `words` to `target` in ascending order, until `target` is full. Returns their number. */
export function listRows(words: Uint32Array, target: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      if (count === target.length) return count;
      target[count++] = (at << 5) + 31 - Math.clz32(word & -word);
    }
  }
  return count;
}

/** Returns the first rows of the set `words` that `meets` accepts, at most `limit`. */
export function firstRows(words: Uint32Array, limit: number, meets: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const row = (at << 5) + 31 - Math.clz32(word & -word);
      if (meets(row) && rows.push(row) === limit) return rows;
    }
  }
  return rows;
}
