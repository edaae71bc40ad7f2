// Collects the search index, its first page and its counts while a build walks over the models, and writes them at the
// end.

import { searchFacets } from '../../src/dialects/hub/model-row.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../src/search/writer/builder.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { SEARCH_INDEX } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { openBytes } from '../days/packed-file.ts';
import { writeDocumentFile } from '../files/compress.ts';
import type { PackStore } from '../packs/dist-store.ts';

const FIRST_PAGE_ROWS = 100;

/** Collects rows in the order of the catalog. */
export class SearchWriter {
  readonly #builder = new SearchIndexBuilder();

  add(row: Buffer): void {
    this.#builder.add(row);
  }

  /**
   * Writes the index into `packs`, and the first page of search and the first counts into the folder `folder`. Returns
   * the cursor of the second page, and the list entry of the index.
   */
  finish(folder: string, packs: PackStore, { path, rowsStart }: CatalogFile) {
    const file = this.#builder.finish();
    const index = new SearchIndex(file.buffer);
    const page = index.search({ sort: 'trendingScore', ascending: false, limit: FIRST_PAGE_ROWS });
    if (page.kind !== 'page') throw new Error('the first search page could not be read from the new index');
    const rows = page.rows.map((row) => index.placeInCatalog(row, rowsStart));
    writeDocumentFile(folder, treePath(routes.models, {}), firstPage(path, rows));
    writeDocumentFile(folder, treePath(routes.facets, {}), JSON.stringify(searchFacets(index.facets({}))));
    const searchFile: Listed = { key: SEARCH_INDEX, sha256: packs.put(file), size: file.length };
    return { nextPage: page.next, searchFile };
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
