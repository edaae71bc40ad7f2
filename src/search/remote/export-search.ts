// Searches an export with its search files. It fetches the parts that a search needs, and then the rows of one page.

import { joined } from '../../basics/joined-bytes.ts';
import type { ModelRow } from '../../shapes/models.ts';
import type { SearchFilter } from '../conditions.ts';
import { firstSlots } from '../format/format.ts';
import { addRun, countRows, wordsFor } from '../parts/bitmap.ts';
import type { SearchQuery } from '../search.ts';
import { factsOfRow } from '../writer/row-facts.ts';
import {
  type ExportIndex,
  FIGURES_BLOCK,
  figuresFile,
  listsFileOf,
  liveFile,
  ROWS_IN_FILE,
  rowsFile,
  SEARCH_FORMAT,
} from './export-files.ts';
import { RangeFile } from './range-file.ts';
import { type PlacedSlot, RemoteIndex, type SlotFacts, type SortedQuery } from './remote-index.ts';
import type { RemoteOrder } from './remote-order.ts';
import { rowsIn } from './row-table.ts';

/** Reads a file in the folder of the search files. Rejects if there is no such file. */
type ReadFile = (path: string) => Promise<Uint8Array>;

interface ExportPage {
  rows: ModelRow[];
  /** True if more rows follow. */
  isMore: boolean;
}

/** The maximum total size in bytes of the figures kept in memory. */
const MEMORY = 4 * 2 ** 20;

const decoder = new TextDecoder();

/** The search of an export, opened from its first file. */
export class ExportSearch {
  readonly #index: RemoteIndex;
  readonly #facts: FileFacts;

  /** Opens the search. Rejects if there is none, or if it has another format. */
  static async open(read: ReadFile): Promise<ExportSearch> {
    const index = JSON.parse(decoder.decode(await read('index.json'))) as ExportIndex;
    if (index.format !== SEARCH_FORMAT)
      throw new Error(
        `the search of this export is ${index.format}, and this page reads ${SEARCH_FORMAT}: load it again`,
      );
    const once = fetchedOnce(read);
    const facts = new FileFacts(index, once);
    const figures = await RangeFile.open('figures', (start, end) => blocksOf(index, once, start, end), {
      ...{ piece: FIGURES_BLOCK, memory: MEMORY },
    });
    const lists = index.segments.map(({ folder, lists: head }) => ({
      head,
      part: (number: number) => once(listsFileOf(folder, number)),
    }));
    return new ExportSearch(new RemoteIndex(figures, lists, facts), facts);
  }

  private constructor(index: RemoteIndex, facts: FileFacts) {
    this.#index = index;
    this.#facts = facts;
  }

  /** Returns one page. Rejects if a file can't be read. */
  async search(query: SearchQuery): Promise<ExportPage> {
    const { slots, isMore } = await this.#index.page(query);
    const rows = await this.#facts.rows(slots);
    return { rows: rows.filter((row) => row !== undefined), isMore };
  }

  /** Counts the matches; undefined if the count would need very many rows. */
  count(filter: SearchFilter): Promise<number | undefined> {
    return this.#index.count(filter);
  }
}

/** Reads facts about single rows from the small files of an export. */
class FileFacts implements SlotFacts {
  /**
   * The usual size in bytes of a file of rows, which must be read to place a row. The page that shows the row needs
   * this file anyway.
   */
  readonly bytesToPlace = 1300;
  readonly mostSimilar = 8;
  readonly #index: ExportIndex;
  readonly #firsts: readonly number[];
  readonly #read: ReadFile;

  constructor(index: ExportIndex, read: ReadFile) {
    this.#index = index;
    this.#firsts = firstSlots(index.segments.map(({ lists }) => lists.rows));
    this.#read = read;
  }

  rows(slots: readonly number[]): Promise<(ModelRow | undefined)[]> {
    return Promise.all(slots.map((slot) => this.#row(slot)));
  }

  async placed(slots: readonly number[], _: RemoteOrder, query: SortedQuery): Promise<PlacedSlot[]> {
    const rows = await this.rows(slots);
    const known = rows.flatMap((row, at) => (row ? [{ row, slot: slots[at]! }] : []));
    known.sort((one, other) => compareBy(query, one.row, other.row));
    return known.map(({ slot }, position) => ({ slot, position }));
  }

  async live(slots: number): Promise<Uint32Array> {
    const { hasDead, segments } = this.#index;
    if (!hasDead) {
      const all = new Uint32Array(wordsFor(slots));
      for (const [at, { lists }] of segments.entries()) addRun(all, this.#firsts[at]!, lists.rows);
      return all;
    }
    const live = new Uint32Array(new Uint8Array(await this.#read(liveFile(this.#index.day))).buffer);
    if (live.length * 32 < slots)
      throw new Error(`the search of this export has ${countRows(live)} rows that can’t be`);
    return live;
  }

  async #row(slot: number): Promise<ModelRow | undefined> {
    const at = this.#firsts.findLastIndex((first, number) => first <= slot && number < this.#index.segments.length);
    const row = slot - this.#firsts[at]!;
    // The build writes the files of rows again under the same names. The query names the day, so that no cache returns
    // the rows of another day. Plain file servers ignore the query.
    const path = rowsFile(this.#index.segments[at]!.folder, Math.floor(row / ROWS_IN_FILE));
    const file = await this.#read(`${path}?${this.#index.day}`);
    return rowsIn(decoder.decode(file))[row % ROWS_IN_FILE];
  }
}

/** Returns a function that reads each file only once. If reading a file fails, the next call tries again. */
function fetchedOnce(read: ReadFile): ReadFile {
  const files = new Map<string, Promise<Uint8Array>>();
  return (path) => {
    const known = files.get(path);
    if (known) return known;
    const file = read(path);
    files.set(path, file);
    file.catch(() => files.delete(path));
    return file;
  };
}

/** Reads bytes of the file of figures. `start` must be the start of a block. */
async function blocksOf({ day }: ExportIndex, read: ReadFile, start: number, end: number): Promise<Uint8Array> {
  const first = start / FIGURES_BLOCK;
  const count = Math.ceil(end / FIGURES_BLOCK) - first;
  const blocks = await Promise.all(Array.from({ length: count }, (_, at) => read(figuresFile(day, first + at))));
  return joined(blocks);
}

/**
 * Compares rows for an order: by value, the highest or the lowest first, rows without a value last; then by downloads;
 * then by id.
 */
function compareBy({ sort, ascending }: SortedQuery, one: ModelRow, other: ModelRow): number {
  const [left, right] = [factsOfRow(one).values[sort], factsOfRow(other).values[sort]];
  const turned = ascending && !Number.isNaN(left) && !Number.isNaN(right);
  return (
    (turned ? compareValues(right, left) : compareValues(left, right)) ||
    compareValues(factsOfRow(one).values.downloads, factsOfRow(other).values.downloads) ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Compares numbers: larger numbers first, NaN last. */
function compareValues(left: number, right: number): number {
  const [one, other] = [left, right].map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
  return one === other ? 0 : one! < other! ? 1 : -1;
}
