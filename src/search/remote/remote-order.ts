// The order of all rows by one sort key, read from a remote file. It gives the same results as `SortOrder`.
import { NOWHERE, type SortKey } from '../format/format.ts';
import type { RangeFile } from './range-file.ts';

export class RemoteOrder {
  readonly #file: RangeFile;
  readonly #key: SortKey;
  readonly #groups: number;
  /** The number of rows with a value, which is fetched at its first use. */
  #valued: Promise<number> | undefined;

  constructor(file: RangeFile, key: SortKey) {
    this.#file = file;
    this.#key = key;
    this.#groups = file.sizeOf(`${key}Starts`) / 4 - 1;
  }

  /** Returns at most `most` slots, beginning at the position `from` in the order; none at the end of the order. */
  async run(from: number, ascending: boolean, most: number): Promise<Uint32Array> {
    const { rows } = this.#file;
    if (from >= rows) return new Uint32Array(0);
    if (!ascending) return this.#slots(from, Math.min(rows, from + most));
    const valued = await this.#withValue();
    if (from >= valued) return this.#slots(from, Math.min(rows, from + most));
    return this.#turned(valued, from, most);
  }

  /** Returns the position of a slot in the order; NOWHERE for a dead slot, whose row was replaced or removed. */
  async positionOf(slot: number, ascending: boolean): Promise<number> {
    const rank = await this.#file.word(`${this.#key}Rank`, slot);
    if (rank === NOWHERE || !ascending) return rank;
    const valued = await this.#withValue();
    if (rank >= valued) return rank;
    const [start, end] = await this.#starts(await this.#group(rank), 2);
    return valued - end! + rank - start!;
  }

  /** Returns slots with the groups of equal value in reverse order. The order within a group stays the same. */
  async #turned(valued: number, from: number, most: number): Promise<Uint32Array> {
    const group = await this.#group(valued - 1 - from);
    const lowest = Math.max(0, group - most);
    const starts = await this.#starts(lowest, group - lowest + 2);
    const end = starts.at(-1)!;
    const last = starts.length - 2;
    let first = last;
    while (first > 0 && end - starts[first - 1]! <= most) first--;
    const within = from - (valued - end);
    if (first === last) return this.#slots(starts[last]! + within, Math.min(end, starts[last]! + within + most));
    const slots = await this.#slots(starts[first]!, end);
    const turned = new Uint32Array(slots.length);
    let at = 0;
    for (let one = last; one >= first; one--) {
      const part = slots.subarray(starts[one]! - starts[first]!, starts[one + 1]! - starts[first]!);
      turned.set(part, at);
      at += part.length;
    }
    return turned.subarray(within);
  }

  #withValue(): Promise<number> {
    this.#valued ??= this.#file.word(`${this.#key}Starts`, this.#groups).catch((error) => {
      this.#valued = undefined;
      throw error;
    });
    return this.#valued;
  }

  #slots(from: number, end: number): Promise<Uint32Array> {
    return this.#file.words(`${this.#key}Order`, from, end - from);
  }

  #starts(group: number, count: number): Promise<Uint32Array> {
    return this.#file.words(`${this.#key}Starts`, group, count);
  }

  /** Returns the number of the group of equal values at a position in descending order. */
  async #group(rank: number): Promise<number> {
    let [low, high] = [0, this.#groups];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((await this.#starts(middle, 1))[0]! <= rank) low = middle;
      else high = middle;
    }
    return low;
  }
}
