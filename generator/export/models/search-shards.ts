// The files by which the pages of an export search. A row keeps its number from day to day and is written again with the page
// of its model, so that a day which changes few models changes few of these files.

import type { ModelFigures } from '../../../src/model/model-figures.ts';
import type { SortKey } from '../../../src/search/format/format.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { SHARDS, SHARDS_FORMAT, SHARDS_INDEX, type ShardIndex } from '../../../src/search/shards/shard-format.ts';
import { ShardWriter } from '../../../src/search/shards/shard-writer.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { isSearchFile } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { keyOf } from '../../keys/key-of.ts';
import type { ExportedFile } from '../places/export-pages.ts';
import { hasMovedFar } from './moved-far.ts';

/** Rows that are read at a time. */
const AT_ONCE = 500;
/** When more than one number in so many is that of a row that is gone, all rows get new ones. */
const MOST_GONE = 8;
/** So little says of a trending score that it is small, before and after. */
const FEW_TRENDS = 5;

/** What an export knows of the rows it wrote. */
export interface WrittenRows {
  /** The folder of their files, below `SHARDS`. */
  version: string;
  /** A hash of what the files were made of. */
  made: string;
  buckets: number;
  /** By number: the id and the trending score that the row shows; null where the row is gone. */
  rows: ([id: string, trend: number | null] | null)[];
}

/** A hash of what the files are made of: the search index, by this code. */
export function madeOf(listed: readonly Listed[], code: string): string {
  const files = listed.filter(({ key }) => isSearchFile(key)).map(({ key, sha256 }) => `${key} ${sha256}`);
  return keyOf(code, ...files);
}

/** The folder of a version's files. */
export const rowsFolder = ({ version }: WrittenRows) => `${SHARDS}/${version}`;

/** What is asked of the search here. */
type Rows = Pick<SearchPort, 'search' | 'rows'>;

/** The figures that the page of a model shows; undefined where it has none. */
type FiguresOf = (id: string) => ModelFigures | undefined;

/** A row of the index: where it is read from, its number, and its place in the default order. */
interface NumberedRow {
  slot: number;
  number: number;
  place: number;
}

export class SearchShards {
  readonly #search: Rows;
  readonly #before: WrittenRows | undefined;
  readonly #figuresOf: FiguresOf;
  /** What is to be known of the rows next time; whole once every file is told. */
  readonly written: WrittenRows;

  /** `before` is what was written until now. */
  constructor(
    search: Rows,
    made: string,
    { before, figuresOf }: { before: WrittenRows | undefined; figuresOf: FiguresOf },
  ) {
    this.#search = search;
    this.#before = before;
    this.#figuresOf = figuresOf;
    this.written = { version: before?.version ?? made, made, buckets: 0, rows: [] };
  }

  /** Every file, the one that names the others last. */
  async *files(): AsyncGenerator<ExportedFile> {
    const rows = await this.#numbered();
    const writer = new ShardWriter();
    for (let first = 0; first < rows.length; first += AT_ONCE)
      await this.#tell(writer, rows.slice(first, first + AT_ONCE));
    const { files, ...told } = writer.finish(this.#before?.buckets);
    this.written.buckets = told.buckets;
    for (const { path, bytes } of files) yield { path: `${rowsFolder(this.written)}/${path}`, bytes };
    const { version, made } = this.written;
    const index: ShardIndex = { format: SHARDS_FORMAT, version, made, ...told };
    yield { path: SHARDS_INDEX, bytes: Buffer.from(JSON.stringify(index)) };
  }

  /** Every row with its number, by number: that of before, or the next free one; new ones for all where too many are gone. */
  async #numbered(): Promise<NumberedRow[]> {
    const found: { id: string; slot: number }[] = [];
    for await (const [row, slot] of rowsBy(this.#search, 'trendingScore')) found.push({ id: row.id, slot });
    const ids = new Set(found.map(({ id }) => id));
    const before = this.#before?.rows ?? [];
    const gone = before.filter((row) => !row || !ids.has(row[0])).length;
    const isNew = gone * MOST_GONE > before.length || before.length === 0;
    if (isNew) this.written.version = keyOf(this.written.made, ...ids);
    else this.written.rows = before.map((row) => (row && ids.has(row[0]) ? row : null));
    const known = new Map(this.written.rows.flatMap((row, number) => (row ? [[row[0], number] as const] : [])));
    let next = this.written.rows.length;
    return found
      .map(({ id, slot }, place) => ({ slot, number: known.get(id) ?? next++, place }))
      .sort((one, other) => one.number - other.number);
  }

  async #tell(writer: ShardWriter, rows: readonly NumberedRow[]): Promise<void> {
    const texts = await this.#search.rows(rows.map(({ slot }) => slot));
    for (const [at, { number, place }] of rows.entries()) {
      const row = JSON.parse(Buffer.from(texts[at]!).toString()) as ModelRow;
      const trend = this.#trendOf(number, row);
      this.written.rows[number] = [row.id, trend];
      const { downloads, likes } = this.#figuresOf(row.id) ?? row;
      const { trendingScore: _trend, downloads: _downloads, likes: _likes, ...facts } = row;
      const figures = { downloads, likes, trendingScore: trend ?? undefined };
      writer.add(number, { ...facts, ...figures } as ModelRow, place);
    }
  }

  /** The trending score that the row shows: that of before, unless it has moved far. */
  #trendOf(number: number, row: ModelRow): number | null {
    const now = row.trendingScore ?? null;
    const before = this.written.rows[number];
    return !before || hasMovedFar(before[1], now, FEW_TRENDS) ? now : before[1];
  }
}

/** The ids of all models, that with most downloads first. */
export async function* wantedFirst(search: Rows): AsyncGenerator<string> {
  for await (const [{ id }] of rowsBy(search, 'downloads')) yield id;
}

/** Every row in an order, and where it is read from. */
async function* rowsBy(search: Rows, sort: SortKey): AsyncGenerator<[row: ModelRow, slot: number]> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const cursor = after === undefined ? {} : { after };
    const page = await search.search({ sort, ascending: false, limit: AT_ONCE, ...cursor });
    if (page.kind !== 'page') throw new Error('the search index does not know its own cursor');
    const rows = await search.rows(page.rows);
    for (const [at, row] of rows.entries()) yield [JSON.parse(Buffer.from(row).toString()) as ModelRow, page.rows[at]!];
    after = page.next;
  }
}
