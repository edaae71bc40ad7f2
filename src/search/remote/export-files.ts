// The search of an export: small files that a page fetches whole, so that a host needs no ranges.
//
// _search/index.json how many rows there are, and the folders of the other files _search/<day>/ files that change every
// day: <n>.bin, blocks of the file of figures with orders; and, if some slots are dead, live.bin: a bitmap of live ones
// _search/<segment>/ the rows of a segment, whose numbers are constant: lists/<n>.bin, the parts of its lists file; and
// rows/<n>.json, a few rows each
//
// A day that changes little has new figures and a small segment, and few other rows. A row shows the figures of its model's
// page, which is written again when they have moved far.
import { readTable, SORTS, tableBytes } from '../format/format.ts';
import type { ListsHead } from './lists-file.ts';

export const SEARCH_FORMAT = 'hub.model-hub.export-search/v5';
/** The folder of the search, and the file that is read first. */
export const SEARCH_FOLDER = '_search';
export const SEARCH_INDEX_FILE = `${SEARCH_FOLDER}/index.json`;

/** Rows per file: a page of rows from all over the index costs this many times its own bytes. */
export const ROWS_IN_FILE = 8;
/** The bytes of a block of figures. */
export const FIGURES_BLOCK = 4096;

/** The facts that a page needs before its first question. */
export interface ExportIndex {
  format: typeof SEARCH_FORMAT;
  /** The folder of the day. */
  day: string;
  /** False if every slot of a segment is live, and there is no file of live ones. */
  hasDead: boolean;
  segments: { folder: string; lists: ListsHead }[];
}

export const figuresFile = (day: string, block: number) => `${day}/${block}.bin`;
export const liveFile = (day: string) => `${day}/live.bin`;
export const listsFileOf = (segment: string, part: number) => `${segment}/lists/${part}.bin`;
export const rowsFile = (segment: string, file: number) => `${segment}/rows/${file}.json`;

/** Gives the blocks of a file of figures that a search of an export reads: its table, and the orders. */
export function* figureBlocks(figures: Uint8Array): Generator<[block: number, bytes: Uint8Array]> {
  const { placeOf } = readTable('figures', figures.subarray(0, tableBytes('figures')));
  const spans = SORTS.flatMap((key) => [placeOf(`${key}Order`), placeOf(`${key}Starts`)]);
  spans.push([0, tableBytes('figures')]);
  const wanted = new Set<number>();
  for (const [start, length] of spans)
    for (let block = Math.floor(start / FIGURES_BLOCK); block * FIGURES_BLOCK < start + length; block++)
      wanted.add(block);
  for (const block of [...wanted].sort((one, other) => one - other))
    yield [block, figures.subarray(block * FIGURES_BLOCK, (block + 1) * FIGURES_BLOCK)];
}
