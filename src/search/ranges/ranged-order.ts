// The order of all rows by one sort key, read by ranges; what it says is that of SortOrder.
import { NOWHERE, type SortKey } from '../format/format.ts';
import type { RangeFile } from './range-file.ts';
import { firstNot } from './ranged-terms.ts';

/** Slots of an order that are fetched at a time. */
const RUN = 256;

export class RangedOrder {
  readonly #file: RangeFile;
  readonly #key: SortKey;
  readonly #groups: number;
  /** Rows that have a value. */
  readonly #valued: number;

  private constructor(file: RangeFile, key: SortKey, groups: number, valued: number) {
    this.#file = file;
    this.#key = key;
    this.#groups = groups;
    this.#valued = valued;
  }

  static async open(file: RangeFile, key: SortKey): Promise<RangedOrder> {
    const groups = file.sizeOf(`${key}Starts`) / 4 - 1;
    return new RangedOrder(file, key, groups, await file.word(`${key}Starts`, groups));
  }

  /** Some slots from a place in the order on; none at its end. */
  async run(from: number, ascending: boolean): Promise<Uint32Array> {
    if (from >= this.#file.rows) return new Uint32Array(0);
    if (!ascending || from >= this.#valued) return this.#slots(from, this.#file.rows);
    const group = await this.#group(this.#valued - 1 - from);
    const [start, end] = await this.#file.words(`${this.#key}Starts`, group, 2);
    return this.#slots(start! + from - (this.#valued - end!), end!);
  }

  /** The place of a slot; NOWHERE of a dead one. */
  async positionOf(slot: number, ascending: boolean): Promise<number> {
    const rank = await this.#file.word(`${this.#key}Rank`, slot);
    if (rank === NOWHERE || !ascending || rank >= this.#valued) return rank;
    const [start, end] = await this.#file.words(`${this.#key}Starts`, await this.#group(rank), 2);
    return this.#valued - end! + rank - start!;
  }

  /** The value in a slot; NaN for none. */
  async valueOf(slot: number): Promise<number> {
    const rank = await this.#file.word(`${this.#key}Rank`, slot);
    if (rank >= this.#valued) return Number.NaN;
    return (await this.#file.doubles(`${this.#key}Values`, await this.#group(rank), 1))[0]!;
  }

  #slots(from: number, end: number): Promise<Uint32Array> {
    return this.#file.words(`${this.#key}Order`, from, Math.min(RUN, end - from));
  }

  /** The group that holds a descending place. */
  async #group(rank: number): Promise<number> {
    const behind = await firstNot(
      0,
      this.#groups,
      async (group) => (await this.#file.word(`${this.#key}Starts`, group)) <= rank,
    );
    return behind - 1;
  }
}
