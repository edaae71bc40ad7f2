// A list of rows that is coded while rows are told.
import { Growable } from '../writer/growable.ts';
import type { CodedList } from './shard-format.ts';

export class GrowingList {
  readonly #bytes = new Growable(new Uint8Array(8));
  #last = -1;
  #rows = 0;

  /** Rows ascend; the same one again is in it already. */
  add(row: number): void {
    if (row === this.#last) return;
    let gap = row - this.#last;
    for (; gap > 0x7f; gap >>>= 7) this.#bytes.push((gap & 0x7f) | 0x80);
    this.#bytes.push(gap);
    this.#last = row;
    this.#rows++;
  }

  coded(): CodedList {
    return { bytes: this.#bytes.filled(), rows: this.#rows, isBitmap: false };
  }
}

/** The list of a key, which is made when there is none. */
export function listOf<Key>(lists: Map<Key, GrowingList>, key: Key): GrowingList {
  let list = lists.get(key);
  if (!list) {
    list = new GrowingList();
    lists.set(key, list);
  }
  return list;
}
