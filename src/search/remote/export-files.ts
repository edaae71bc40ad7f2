// The files that search in an export needs. They are small and fetched whole, so that the web server need not serve
// ranges.
//
//   _search/index.json   the number of rows, and the folders of the other files
//   _search/<day>/       what changes every day: <n>.bin, the blocks of the file of figures that have orders; if some slots
//                        are dead, also live.bin, a bitmap of the live ones
//   _search/<segment>/   the rows of a segment, whose numbers never change: lists/<n>.bin, the parts of its lists file, and
//                        rows/<n>.json, a few rows each
//
// A day on which little changes has new figures, a small new segment, and few other new files. A row shows the figures
// on its model's page, and that page is written again only if they change much.
import { readTable, SORTS, tableBytes } from '../format/format.ts';
import type { ListsHead } from './lists-file.ts';

export const SEARCH_FORMAT = 'hub.model-hub.export-search/v5';
/** The folder of the search files, and the file that a page reads first. */
export const SEARCH_FOLDER = '_search';
export const SEARCH_INDEX_FILE = `${SEARCH_FOLDER}/index.json`;

/**
 * The number of rows in one file. The rows of a page lie in files all over the index, so a page fetches this number of
 * rows for each row that it shows.
 */
export const ROWS_IN_FILE = 8;
/** The size of a block of figures in bytes. */
export const FIGURES_BLOCK = 4096;

/** The facts that a page needs before its first search. */
export interface ExportIndex {
  format: typeof SEARCH_FORMAT;
  /** The folder of the day's files. */
  day: string;
  /**
   * True if some slots are dead, which means that their rows were replaced or removed. If false, there is no
   * `live.bin`.
   */
  hasDead: boolean;
  segments: { folder: string; lists: ListsHead }[];
}

export const figuresFile = (day: string, block: number) => `${day}/${block}.bin`;
export const liveFile = (day: string) => `${day}/live.bin`;
export const listsFileOf = (segment: string, part: number) => `${segment}/lists/${part}.bin`;
export const rowsFile = (segment: string, file: number) => `${segment}/rows/${file}.json`;

/**
 * Returns the blocks of a file of figures that the search of an export reads: those with the file's table and with the
 * sort orders.
 */
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
