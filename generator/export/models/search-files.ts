// Makes the files that the search of an export reads: the tree's search index in parts, and its rows. A row is written
// again with the page of its model, so a day with few changed models changes few of these files.

import { defined } from '../../../src/basics/defined.ts';
import type { ModelFigures } from '../../../src/model/model-figures.ts';
import { NOWHERE, type SortKey } from '../../../src/search/format/format.ts';
import type { SearchIndex } from '../../../src/search/index/search-index.ts';
import type { Segment } from '../../../src/search/parts/segment.ts';
import {
  type ExportIndex,
  figureBlocks,
  figuresFile,
  listsFileOf,
  liveFile,
  ROWS_IN_FILE,
  rowsFile,
  SEARCH_FOLDER,
  SEARCH_FORMAT,
  SEARCH_INDEX_FILE,
} from '../../../src/search/remote/export-files.ts';
import { openListsFile, partsOf } from '../../../src/search/remote/lists-file.ts';
import { rowTable } from '../../../src/search/remote/row-table.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { isSearchFile } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { keyOf } from '../../keys/key-of.ts';
import { sha256Of } from '../../packs/dist-store.ts';
import type { ExportedFile } from '../places/export-pages.ts';
import { hasMovedFar } from './moved-far.ts';

/** The number of rows that are read at a time. */
const AT_ONCE = 64 * ROWS_IN_FILE;
/** A change of a trending score by at most this number does not count. */
const FEW_TRENDS = 5;
/** The number of letters of a hash that make the name of a folder. */
const NAME = 16;

/** An export's record of the search that it wrote. */
export interface WrittenSearch {
  /** The name of the folder for files that change every day. It is a hash of their sources. */
  made: string;
  /** The folder of each segment, and the trending score that each row of the segment shows, or null. */
  segments: { folder: string; trends: (number | null)[] }[];
}

/** Hashes the sources of the search files: the search index, and the code. */
export function madeOf(listed: readonly Listed[], code: string): string {
  const files = listed.filter(({ key }) => isSearchFile(key)).map(({ key, sha256 }) => `${key} ${sha256}`);
  return keyOf(code, ...files).slice(0, NAME);
}

/** Lists the folders of the search files. Only the index file lies outside of them. */
export const searchFolders = ({ made, segments }: WrittenSearch) =>
  [made, ...segments.map(({ folder }) => folder)].map((folder) => `${SEARCH_FOLDER}/${folder}`);

type Rows = Pick<SearchPort, 'search' | 'rows'>;

/** Gives the downloads and likes on the page of a model; undefined if there is no page. */
type FiguresOf = (id: string) => ModelFigures | undefined;

/** An opened index of a tree, with the bytes of its files. */
interface IndexOnDisk {
  index: SearchIndex;
  figures: Uint8Array;
  /** The bytes of the lists file of each segment. */
  lists: readonly Uint8Array[];
}

export class ExportedSearch {
  readonly #from: IndexOnDisk;
  readonly #rows: Pick<SearchPort, 'rows'>;
  readonly #before: WrittenSearch | undefined;
  readonly #figuresOf: FiguresOf;
  /** The record for the next export. It is complete only after the last file. */
  readonly written: WrittenSearch;

  /** `before` records the files that the last export wrote. */
  constructor(
    from: IndexOnDisk,
    rows: Pick<SearchPort, 'rows'>,
    { made, before, figuresOf }: { made: string; before: WrittenSearch | undefined; figuresOf: FiguresOf },
  ) {
    this.#from = from;
    this.#rows = rows;
    this.#before = before;
    this.#figuresOf = figuresOf;
    this.written = { made, segments: [] };
  }

  /** Gives every search file. The index file, which names the others, comes last. */
  async *files(): AsyncGenerator<ExportedFile> {
    const { index, figures } = this.#from;
    const { made: day } = this.written;
    const segments: ExportIndex['segments'] = [];
    for (const [number, bytes] of this.#from.lists.entries()) {
      const folder = sha256Of(bytes).slice(0, NAME);
      const lists = await openListsFile((start, end) => bytes.subarray(start, end), {
        piece: 1 << 20,
        memory: 1 << 22,
      });
      for (let part = 0; part < partsOf(lists.head); part++)
        yield { path: `${SEARCH_FOLDER}/${listsFileOf(folder, part)}`, bytes: await lists.part(part) };
      yield* this.#rowFiles(folder, index.segments[number]!);
      segments.push({ folder, lists: lists.head });
    }
    for (const [block, bytes] of figureBlocks(figures))
      yield { path: `${SEARCH_FOLDER}/${figuresFile(day, block)}`, bytes };
    const hasDead = index.isWhole.includes(false);
    const { buffer, byteOffset, byteLength } = index.figures.live;
    if (hasDead)
      yield { path: `${SEARCH_FOLDER}/${liveFile(day)}`, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
    const first: ExportIndex = { format: SEARCH_FORMAT, day, hasDead, segments };
    yield { path: SEARCH_INDEX_FILE, bytes: Buffer.from(JSON.stringify(first)) };
  }

  async *#rowFiles(folder: string, segment: Segment): AsyncGenerator<ExportedFile> {
    // The record of an export by an older release has no `segments`.
    const before = this.#before?.segments?.find((one) => one.folder === folder)?.trends;
    const trends: (number | null)[] = [];
    this.written.segments.push({ folder, trends });
    for (let first = 0; first < segment.rows; first += AT_ONCE) {
      const rows = await this.#shown(segment, first, Math.min(segment.rows, first + AT_ONCE), before);
      trends.push(...rows.map((row) => row?.trendingScore ?? null));
      for (let at = 0; at < rows.length; at += ROWS_IN_FILE) {
        const path = `${SEARCH_FOLDER}/${rowsFile(folder, (first + at) / ROWS_IN_FILE)}`;
        yield { path, bytes: Buffer.from(rowTable(rows.slice(at, at + ROWS_IN_FILE))) };
      }
    }
  }

  /** Gives the rows of a segment as pages show them; undefined for a removed row. */
  async #shown(
    segment: Segment,
    first: number,
    end: number,
    before: readonly (number | null)[] | undefined,
  ): Promise<(ModelRow | undefined)[]> {
    const all = Array.from({ length: end - first }, (_, at) => first + at);
    const isLive = (row: number) => this.#from.index.rowNumberOf(segment.first + row) !== NOWHERE;
    const live = all.filter(isLive);
    const texts = await this.#rows.rows(live.map((row) => segment.first + row));
    const shown = new Map(live.map((row, at) => [row, this.#rowAt(texts[at]!, before?.[row])]));
    return all.map((row) => shown.get(row));
  }

  /**
   * Makes a row with the downloads and likes of its page. Keeps the earlier trending score unless the new one differs
   * much.
   */
  #rowAt(text: Uint8Array, before: number | null | undefined): ModelRow {
    const { downloads, likes, trendingScore = null, ...facts } = JSON.parse(Buffer.from(text).toString()) as ModelRow;
    const figures = this.#figuresOf(facts.id) ?? { downloads, likes };
    const trend = before === undefined || hasMovedFar(before, trendingScore, FEW_TRENDS) ? trendingScore : before;
    const shown = { downloads: figures.downloads, likes: figures.likes, trendingScore: trend ?? undefined };
    return { ...facts, ...shown } as ModelRow;
  }
}

/** Gives the ids of all models, the most downloaded first. */
export async function* wantedFirst(search: Rows): AsyncGenerator<string> {
  for await (const [{ id }] of rowsBy(search, 'downloads')) yield id;
}

/** Gives every row in the order of `sort`, with its slot in the index. */
async function* rowsBy(search: Rows, sort: SortKey): AsyncGenerator<[row: ModelRow, slot: number]> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await search.search({ sort, ascending: false, limit: AT_ONCE, ...defined({ after }) });
    if (page.kind !== 'page') throw new Error('the search index does not know its own cursor');
    const rows = await search.rows(page.rows);
    for (const [at, row] of rows.entries()) yield [JSON.parse(Buffer.from(row).toString()) as ModelRow, page.rows[at]!];
    after = page.next;
  }
}
