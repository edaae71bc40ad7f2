// Writes the lists of rows (`postings.ts`), by arrays that grow while they are filled.
import { DENSE, DENSE_FROM, noRows } from '../postings.ts';

/** The columns of the lists that have at least one row. `keys` has their numbers in ascending order. */
interface WrittenPostings {
  keys: Uint32Array;
  counts: Uint32Array;
  places: Uint32Array;
  sparse: Uint8Array;
  dense: Uint32Array;
}

/** Takes a row of a list. The rows of each list must ascend; a row that equals the last one of its list is left out. */
export type AddPosting = (list: number, row: number) => void;

/**
 * Encodes the rows of at most `lists` lists, over `rows` rows. `tell` adds them all and is called twice, first to measure
 * the lists, then to fill them. This takes time, but all postings in memory would take many times the bytes of the lists.
 */
export function writePostings(lists: number, rows: number, tell: (add: AddPosting) => void): WrittenPostings {
  const last = new Int32Array(lists).fill(-1);
  const counts = new Uint32Array(lists);
  // First the bytes that a list would take as gaps, then the list's next byte, or DENSE plus the number of its bitmap.
  const cursors = new Uint32Array(lists);
  tell((list, row) => {
    const gap = row - last[list]!;
    if (gap === 0) return;
    last[list] = row;
    counts[list]!++;
    cursors[list]! += gap < 0x80 ? 1 : gap < 0x4000 ? 2 : gap < 0x200000 ? 3 : gap < 0x10000000 ? 4 : 5;
  });
  const keys = Uint32Array.from(listsWithRows(counts));
  let bytes = 0;
  let bitmaps = 0;
  const places = keys.map((list) => {
    const length = cursors[list]!;
    const isDense = counts[list]! * DENSE_FROM >= rows;
    const place = isDense ? DENSE + bitmaps++ : bytes;
    if (!isDense) bytes += length;
    cursors[list] = place;
    return place;
  });
  if (bytes >= DENSE) throw new RangeError('posting lists over 2 GiB do not fit the format');
  const words = noRows(rows).length;
  const sparse = new Uint8Array(bytes);
  const dense = new Uint32Array(bitmaps * words);
  last.fill(-1);
  tell((list, row) => {
    let gap = row - last[list]!;
    if (gap === 0) return;
    last[list] = row;
    let at = cursors[list]!;
    if (at >= DENSE) {
      dense[(at - DENSE) * words + (row >>> 5)]! |= 1 << (row & 31);
      return;
    }
    for (; gap > 0x7f; gap >>>= 7) sparse[at++] = gap | 0x80;
    sparse[at++] = gap;
    cursors[list] = at;
  });
  return { keys, counts: keys.map((list) => counts[list]!), places, sparse, dense };
}

function* listsWithRows(counts: Uint32Array): Generator<number> {
  for (let list = 0; list < counts.length; list++) if (counts[list] !== 0) yield list;
}

type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** An array with spare room. Only the first `length` entries of `array` are in use. */
export class Growable<T extends Numbers> {
  array: T;
  length = 0;

  /** The array is empty at first, with room for as many entries as `array` has. */
  constructor(array: T) {
    this.array = array;
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }

  /**
   * Makes room for `more` entries. The room grows by at least half, so that the time for filling grows in proportion to
   * the number of entries.
   */
  reserve(more: number): void {
    if (this.length + more <= this.array.length) return;
    const size = Math.ceil(Math.max(this.length + more, this.array.length * 1.5));
    const bytes = this.array.buffer.transfer(size * this.array.BYTES_PER_ELEMENT);
    this.array = new (this.array.constructor as new (bytes: ArrayBuffer) => T)(bytes);
  }

  /** Returns the entries in use, as a view. A later push may change or detach it. */
  filled(): T {
    return this.array.subarray(0, this.length) as T;
  }
}
