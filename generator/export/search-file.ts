// Makes the file with which the pages of an export search.

import type { SearchPort } from '../../src/search/search-port.ts';
import { exportedRows, MOST_EXPORTED, SEARCH_FILE } from '../../src/search/writer/exported-rows.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { SEARCH_INDEX } from '../../src/tree/static-tree.ts';
import { keyOf } from '../keys/code-key.ts';
import { formsOf, type MadeFile } from './export-pages.ts';
import type { OpenExport } from './open-export.ts';

/** Gives the file of all rows; nothing if the models are too many for a browser. */
export function searchFile({ tree, listed }: Pick<OpenExport, 'tree' | 'listed'>): MadeFile[] {
  if (tree.models > MOST_EXPORTED) return [];
  const of = keyOf(...listed.filter(({ key }) => key === SEARCH_INDEX).map(({ sha256 }) => sha256));
  const make = async () => {
    const rows: ModelRow[] = [];
    for await (const row of wantedFirst(await tree.search())) rows.push(row);
    // Ids are ASCII, so this is the order of their bytes.
    rows.sort((one, other) => (one.id < other.id ? -1 : 1));
    const bytes = Buffer.from(exportedRows(rows));
    return { bytes, ...formsOf(bytes) };
  };
  return [{ path: SEARCH_FILE, of, make }];
}

/** The number of rows that are read at a time. */
const AT_ONCE = 512;

/** Gives the rows of all models, the most downloaded first. */
async function* wantedFirst(search: Pick<SearchPort, 'search' | 'rows'>): AsyncGenerator<ModelRow> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const query = { sort: 'downloads', ascending: false, limit: AT_ONCE } as const;
    const page = await search.search(after === undefined ? query : { ...query, after });
    if (page.kind !== 'page') throw new Error('the search index does not know its own cursor');
    for (const row of await search.rows(page.rows)) yield JSON.parse(Buffer.from(row).toString()) as ModelRow;
    after = page.next;
  }
}
