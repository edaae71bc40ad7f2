// The search index, the first search page and the counts beside it: made while the models are walked, written when the walk is over.
import { closeSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openOwnFileSync } from '../../functions/hosts/plain-file.ts';
import { paysToCompress } from '../../src/compression.ts';
import { searchFacets } from '../../src/dialects/hub/search-facets.ts';
import { treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { rowInCatalog } from '../../src/search/rows-in-catalog.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../src/search/writer/builder.ts';
import { SEARCH_INDEX } from '../../src/static-tree.ts';
import { brotli, gzip } from './compress.ts';
import type { ListReader } from './list-reader.ts';
import type { Step } from './model-stream.ts';

const FIRST_PAGE_ROWS = 100;

/** Collects rows in catalog order; rows that did not change are copied from the index before. */
export class SearchWriter {
  #builder = new SearchIndexBuilder();
  #before: SearchIndex | undefined;

  constructor(before: ListReader | undefined) {
    const bytes = before?.read(SEARCH_INDEX);
    this.#before = bytes && new SearchIndex(new Uint8Array(bytes).buffer);
  }

  add(step: Step): void {
    const { before, after, same } = step;
    if (same && before && this.#before) this.#builder.copy(this.#before, before.rowNumber);
    else if (after) this.#builder.add(after.row);
  }

  /** Writes them into the draft at `folder`; gives the cursor of the page after the first, if there is one. */
  finish(folder: string, catalogPath: string, rowsStart: number): string | undefined {
    const path = join(folder, SEARCH_INDEX);
    mkdirSync(dirname(path), { recursive: true });
    const fd = openSync(path, 'w');
    // Not `writeSync`: a full disk takes a part of what it is given, and says so only at the next write.
    for (const chunk of this.#builder.finish()) writeFileSync(fd, chunk);
    closeSync(fd);
    const index = new SearchIndex(readWhole(path));
    const page = index.search({ sort: 'trendingScore', ascending: false, limit: FIRST_PAGE_ROWS });
    if (page.kind !== 'page') throw new Error('the first search page could not be read from the new index');
    const rows = page.rows.map((row) => rowInCatalog(index, row, rowsStart));
    writeFirstPage(join(folder, treePath(routes.models, {})), catalogPath, rows);
    writeWithTwins(
      join(folder, treePath(routes.facets, {})),
      Buffer.from(JSON.stringify(searchFacets(index.facets({})))),
    );
    return page.next;
  }
}

function writeFirstPage(path: string, catalogPath: string, rows: { start: number; end: number }[]): void {
  const fd = openOwnFileSync(catalogPath);
  const texts = rows.map(({ start, end }) => {
    const bytes = Buffer.alloc(end - start);
    readSync(fd, bytes, 0, bytes.length, start);
    return bytes.toString();
  });
  closeSync(fd);
  writeWithTwins(path, Buffer.from(`[${texts.join(',')}]`));
}

function writeWithTwins(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  if (!paysToCompress(bytes.length)) return;
  writeFileSync(`${path}.br`, brotli(bytes));
  writeFileSync(`${path}.gz`, gzip(bytes));
}

function readWhole(path: string): ArrayBuffer {
  const buffer = new ArrayBuffer(statSync(path).size);
  const fd = openOwnFileSync(path);
  readSync(fd, new Uint8Array(buffer), 0, buffer.byteLength, 0);
  closeSync(fd);
  return buffer;
}
