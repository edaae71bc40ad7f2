// Collects the search index, its first page and its counts while a build walks over the models, and writes them at the
// end.

import { searchFacets } from '../../../src/dialects/hub/search-facets.ts';
import { openWritten } from '../../../src/search/writer/builder.ts';
import { DayWriter } from '../../../src/search/writer/day-writer.ts';
import { treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { SEARCH_FIGURES, searchSegment } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import type { MovedStep } from '../../days/moved-figures.ts';
import { openBytes } from '../../days/packed-file.ts';
import { writeDocumentFile } from '../../files/document-file.ts';
import type { PackStore } from '../../packs/dist-store.ts';
import type { ListReader } from '../../packs/list-reader.ts';
import { openIndex, segmentsIn } from './search-files.ts';

const FIRST_PAGE_ROWS = 100;

interface WrittenSearch {
  /** The cursor of the second page of search; undefined if there is none. */
  nextPage: string | undefined;
  searchFiles: Listed[];
}

/** Collects rows in the order of the catalog. An unchanged row stays in its segment of the former tree's index. */
export class SearchWriter {
  /** The list entries of the former tree's segments. */
  readonly #segments: readonly Listed[];
  readonly #day: DayWriter;

  /**
   * `before` is the list of the former tree, which the new one continues. If `isAnew` is true, writes all segments
   * again, so that none still has a removed row. Throws if the former index is damaged.
   */
  constructor(before: ListReader | undefined, isAnew: boolean) {
    this.#segments = before ? segmentsIn(before) : [];
    this.#day = new DayWriter(before && openIndex(before, this.#segments), isAnew);
  }

  add({ before, after, same, moved }: MovedStep): void {
    if (after) this.#day.add(after, before, { same, moved });
  }

  /** Writes the index into `packs`, and the first page of search and the first counts into the folder `folder`. */
  finish(folder: string, packs: PackStore, { path, rowsStart }: CatalogFile): WrittenSearch {
    const { kept } = this.#day;
    const written = this.#day.finish();
    const index = openWritten(written, kept);
    const page = index.search({ sort: 'trendingScore', ascending: false, limit: FIRST_PAGE_ROWS });
    if (page.kind !== 'page') throw new Error('the first search page could not be read from the new index');
    const rows = page.rows.map((row) => index.placeInCatalog(row, rowsStart));
    writeDocumentFile(folder, treePath(routes.models, {}), firstPage(path, rows));
    writeDocumentFile(folder, treePath(routes.facets, {}), JSON.stringify(searchFacets(index.facets({}))));
    const { figures, segment } = written;
    const searchFiles = this.#segments.slice(0, kept.length);
    const put = (key: string, bytes: Uint8Array) => ({ key, sha256: packs.put(bytes), size: bytes.length });
    if (segment) searchFiles.push(put(searchSegment(kept.length), segment));
    searchFiles.push(put(SEARCH_FIGURES, figures));
    return { nextPage: page.next, searchFiles };
  }
}

function firstPage(catalogPath: string, rows: { start: number; end: number }[]): string {
  const file = openBytes(catalogPath);
  const texts = rows.map(({ start, end }) => {
    const bytes = Buffer.alloc(end - start);
    file.read(bytes, start);
    return bytes.toString();
  });
  file.close();
  return `[${texts.join(',')}]`;
}
