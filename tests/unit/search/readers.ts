// Opens a search index of the same rows with each of its readers: in memory, over a remote store, and over the files of
// an export.

import { searchFromAfar } from '../../../functions/search/search-from-afar.ts';
import { searchOver } from '../../../functions/search/search-over-index.ts';
import type { SearchFilter } from '../../../src/search/conditions.ts';
import { NOWHERE } from '../../../src/search/format/format.ts';
import type { SearchIndex } from '../../../src/search/index/search-index.ts';
import {
  figureBlocks,
  figuresFile,
  listsFileOf,
  liveFile,
  ROWS_IN_FILE,
  rowsFile,
  SEARCH_FORMAT,
} from '../../../src/search/remote/export-files.ts';
import { ExportSearch } from '../../../src/search/remote/export-search.ts';
import { openListsFile, partsOf } from '../../../src/search/remote/lists-file.ts';
import { writeLists } from '../../../src/search/remote/lists-writer.ts';
import { RangeFile } from '../../../src/search/remote/range-file.ts';
import { RangedFacts } from '../../../src/search/remote/ranged-facts.ts';
import { RemoteIndex } from '../../../src/search/remote/remote-index.ts';
import { rowTable } from '../../../src/search/remote/row-table.ts';
import type { SearchQuery } from '../../../src/search/search.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { DayWriter } from '../../../src/search/writer/day-writer.ts';
import { openWritten } from '../../../src/search/writer/written-index.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { rowJson } from './reference.ts';

/** A search index, its figures as they are stored, and the rows from which it was made. */
export interface IndexedRows {
  rows: readonly ModelRow[];
  index: SearchIndex;
  figures: Uint8Array;
}

/** Counts the requests for a reader's files, and the bytes of the answers. Can make the requests fail. */
export interface Asked {
  requests: number;
  bytes: number;
  /** If true, every request fails. */
  isAway?: boolean;
}

function note(asked: Asked, bytes: Uint8Array): Uint8Array {
  if (asked.isAway) throw new Error('away');
  asked.requests++;
  asked.bytes += bytes.length;
  return bytes;
}

export interface Reader {
  /** Returns the ids on one page, and the cursor of the next page if the reader has cursors. */
  page(query: SearchQuery): Promise<{ ids: string[]; isMore: boolean; next?: string | undefined } | undefined>;
  count(filter: SearchFilter): Promise<number | undefined>;
  /** `[undefined]` if `count` may return undefined because counting costs too much; otherwise empty. */
  unknown: readonly undefined[];
  /** The whole search, for tests that need more than these methods; absent if the reader has only these. */
  port?: SearchPort;
}

/** Makes an index of `rows`. If several days are given, the index of each day continues that of the day before. */
export function indexed(...days: readonly (readonly ModelRow[])[]): IndexedRows {
  const [first, ...others] = days;
  let rows = first!;
  const written = new DayWriter(undefined);
  for (const [rowNumber, row] of rows.entries())
    written.add({ row: rowJson(row), rowNumber }, undefined, { same: false, moved: undefined });
  let bytes = written.finish();
  let index = openWritten(bytes);
  for (const day of others) {
    const writer = new DayWriter(index);
    const numbers = new Map(rows.map(({ id }, number) => [id, number]));
    for (const [rowNumber, row] of day.entries()) {
      const number = numbers.get(row.id);
      const known = number === undefined ? undefined : { row: rowJson(rows[number]!), rowNumber: number };
      writer.add({ row: rowJson(row), rowNumber }, known, { same: false, moved: undefined });
    }
    bytes = writer.finish();
    index = openWritten(bytes, writer.kept);
    rows = day;
  }
  // Node reads a file as a Buffer, so these figures are a Buffer, too.
  return { rows, index, figures: Buffer.from(bytes.figures) };
}

const BETWEEN = ',\n';

function catalogOf(rows: readonly ModelRow[]): Uint8Array {
  return Buffer.concat(rows.flatMap((row) => [rowJson(row), Buffer.from(BETWEEN)]));
}

function ofPort(port: SearchPort): Reader {
  return {
    port,
    unknown: [],
    async page(query) {
      const page = await port.search(query);
      if (page.kind !== 'page') return undefined;
      const rows = await port.rows(page.rows);
      const ids = rows.map((row) => (JSON.parse(Buffer.from(row).toString()) as ModelRow).id);
      return { ids, isMore: page.next !== undefined, next: page.next };
    },
    count: async (filter) => port.count(filter),
  };
}

export function inMemory({ rows, index }: IndexedRows): Reader {
  const catalog = catalogOf(rows);
  return ofPort(searchOver(index, 0, (start, end, checked) => checked(catalog.slice(start, end))));
}

/** The pieces are small, so that a search must read many. */
const SIZES = { piece: 1024, memory: 2 ** 20 };

export async function fromAfar(
  { rows, index, figures }: IndexedRows,
  asked: Asked = { requests: 0, bytes: 0 },
  sizes = SIZES,
): Promise<Reader> {
  const catalog = catalogOf(rows);
  const range = (file: Uint8Array) => async (start: number, end: number) => note(asked, file.slice(start, end));
  const lists = await Promise.all(index.segments.map((segment) => openListsFile(range(writeLists(segment)), sizes)));
  const file = await RangeFile.open('figures', range(figures), sizes);
  const segment = (number: number) =>
    RangeFile.open('segment', range(new Uint8Array(index.segments[number]!.buffer)), sizes);
  const read = async (start: number, end: number, checked: (bytes: Uint8Array) => Uint8Array) =>
    checked(await range(catalog)(start, end));
  const facts = new RangedFacts(file, segment, { rowsStart: 0, read });
  return ofPort(searchFromAfar(new RemoteIndex(file, lists, facts), facts));
}

/** Returns the files of an export's search, by path. */
export async function exportFiles({ rows, index, figures }: IndexedRows): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const segments = [];
  for (const [number, segment] of index.segments.entries()) {
    const bytes = writeLists(segment);
    const lists = await openListsFile((start, end) => bytes.slice(start, end), SIZES);
    const folder = `segment-${number}`;
    segments.push({ folder, lists: lists.head });
    for (let part = 0; part < partsOf(lists.head); part++) files.set(listsFileOf(folder, part), await lists.part(part));
    for (let first = 0; first < segment.rows; first += ROWS_IN_FILE) {
      const some = Array.from({ length: Math.min(ROWS_IN_FILE, segment.rows - first) }, (_, at) => {
        const rowNumber = index.rowNumberOf(segment.first + first + at);
        return rowNumber === NOWHERE ? undefined : rows[rowNumber];
      });
      files.set(rowsFile(folder, first / ROWS_IN_FILE), Buffer.from(rowTable(some)));
    }
  }
  for (const [block, bytes] of figureBlocks(figures)) files.set(figuresFile('today', block), bytes);
  const { live } = index.figures;
  files.set(liveFile('today'), new Uint8Array(live.buffer, live.byteOffset, live.byteLength));
  const first = { format: SEARCH_FORMAT, day: 'today', hasDead: index.isWhole.includes(false), segments };
  return files.set('index.json', Buffer.from(JSON.stringify(first)));
}

export async function fromExport(from: IndexedRows, asked: Asked = { requests: 0, bytes: 0 }): Promise<Reader> {
  const files = await exportFiles(from);
  const search = await ExportSearch.open(async (path) => {
    const bytes = files.get(path.replace(/\?.*/, ''));
    if (!bytes) throw new Error(`${path} is missing`);
    return note(asked, bytes);
  });
  return {
    unknown: [undefined],
    async page(query) {
      const { rows, isMore } = await search.search(query);
      return { ids: rows.map(({ id }) => id), isMore };
    },
    count: (filter) => search.count(filter),
  };
}

export const READERS = { 'in memory': inMemory, 'from afar': fromAfar, 'of an export': fromExport } as const;
