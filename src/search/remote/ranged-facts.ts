// Reads facts of single rows from ranges of the figures, the segments and the catalog.
import type { Awaitable } from '../../basics/awaitable.ts';
import { Remembered } from '../../basics/remembered.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { NOWHERE } from '../format/format.ts';
import { checkedRow, HASH_WORDS } from '../format/row-hash.ts';
import { placeInCatalog } from '../index/rows-in-catalog.ts';
import { addRow, hasRow, removeRows } from '../parts/bitmap.ts';
import type { RangeFile } from './range-file.ts';
import type { PlacedSlot, RowProof, SlotFacts, SortedQuery } from './remote-index.ts';
import type { RemoteOrder } from './remote-order.ts';

/**
 * Reads the bytes of the catalog object from `start` up to `end`, and returns the result of `checked` for them.
 * `checked` throws if they are not the row.
 */
type ReadRow = (start: number, end: number, checked: (bytes: Uint8Array) => Uint8Array) => Awaitable<Uint8Array>;

/** The maximum number of rows that are kept after a search, for the page that shows them. */
const MOST_ROWS = 1024;
/** The number of values of a column that are read at a time. */
const COLUMN = 1 << 17;

const decoder = new TextDecoder();

export class RangedFacts implements SlotFacts {
  /**
   * The number of bytes of the file of figures that are read to place one slot. Requests fetch whole pieces, so smaller
   * reads would save little.
   */
  readonly bytesToPlace = 64;
  readonly mostSimilar = Number.POSITIVE_INFINITY;
  readonly #figures: RangeFile;
  readonly #segments: (number: number) => Promise<RangeFile>;
  readonly #rowsStart: number;
  readonly #read: ReadRow;
  readonly #rows = new Remembered<number, Uint8Array>({ most: MOST_ROWS });

  /**
   * `segments` opens the file of a segment. `read` reads the catalog object, in which the rows begin at `rowsStart`.
   */
  constructor(
    figures: RangeFile,
    segments: (number: number) => Promise<RangeFile>,
    { rowsStart, read }: { rowsStart: number; read: ReadRow },
  ) {
    this.#figures = figures;
    this.#segments = segments;
    this.#rowsStart = rowsStart;
    this.#read = read;
  }

  /** Returns the JSON of the rows in these slots; undefined for a row that was removed. */
  bytesOf(slots: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    return Promise.all(slots.map((slot) => this.#rows.get(slot, () => this.#fetched(slot))));
  }

  async rows(slots: readonly number[]): Promise<(ModelRow | undefined)[]> {
    const texts = await this.bytesOf(slots);
    return texts.map((text) => text && (JSON.parse(decoder.decode(text)) as ModelRow));
  }

  placed(slots: readonly number[], order: RemoteOrder, { ascending }: SortedQuery): Promise<PlacedSlot[]> {
    return Promise.all(slots.map(async (slot) => ({ slot, position: await order.positionOf(slot, ascending) })));
  }

  async live(slots: number): Promise<Uint32Array> {
    const live = new Uint32Array(slots >>> 5);
    for (let first = 0; first < slots; first += COLUMN) {
      const numbers = await this.#figures.words('rowNumbers', first, Math.min(COLUMN, slots - first));
      for (const [at, number] of numbers.entries()) if (number !== NOWHERE) addRow(live, first + at);
    }
    return live;
  }

  /** Removes from the bitmap the slots whose rows fail the proof. Reads whole columns of the segments. */
  async keepProved(
    slots: Uint32Array,
    { text, fits, parameters }: RowProof,
    segments: readonly { first: number; rows: number }[],
  ): Promise<void> {
    const { min = 0, max = Number.POSITIVE_INFINITY } = parameters ?? {};
    for (const [at, { first, rows }] of segments.entries()) {
      const file = await this.#segments(at);
      const own = slots.subarray(first >>> 5, (first + rows + 31) >>> 5);
      if (text !== undefined) await keepIds(file, own, rows, text);
      if (fits !== undefined) await keepValues(file, own, rows, 'leastMemory', (bytes) => bytes <= fits);
      if (parameters) await keepValues(file, own, rows, 'parameters', (count) => count >= min && count <= max);
    }
  }

  async #fetched(slot: number): Promise<Uint8Array | undefined> {
    const rowNumber = await this.#figures.word('rowNumbers', slot);
    if (rowNumber === NOWHERE) return undefined;
    const [[start, end], hash] = await Promise.all([
      this.#figures.doubles('rowStarts', rowNumber, 2),
      this.#figures.words('rowHashes', rowNumber * HASH_WORDS, HASH_WORDS),
    ]);
    const place = placeInCatalog({ start: start!, end: end! }, rowNumber, this.#rowsStart);
    return this.#read(place.start, place.end, (bytes) => checkedRow(bytes, hash));
  }
}

async function keepValues(
  file: RangeFile,
  slots: Uint32Array,
  rows: number,
  column: 'leastMemory' | 'parameters',
  isIn: (value: number) => boolean,
): Promise<void> {
  for (let first = 0; first < rows; first += COLUMN) {
    const values = await file.doubles(column, first, Math.min(COLUMN, rows - first));
    for (const [at, value] of values.entries()) if (!isIn(value)) removeRows(slots, [first + at]);
  }
}

async function keepIds(file: RangeFile, slots: Uint32Array, rows: number, text: string): Promise<void> {
  for (let first = 0; first < rows; first += COLUMN) {
    const count = Math.min(COLUMN, rows - first);
    const starts = await file.words('idStarts', first, count + 1);
    const ids = decoder.decode(await file.bytes('idText', starts[0]!, starts[count]!));
    for (let at = 0; at < count; at++) {
      if (!hasRow(slots, first + at)) continue;
      const [from, to] = [starts[at]! - starts[0]!, starts[at + 1]! - starts[0]!];
      if (!ids.slice(from, to).includes(text)) removeRows(slots, [first + at]);
    }
  }
}
