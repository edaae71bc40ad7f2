// Reads rows of the search index as models.

import type { SearchQuery } from '../../src/search/search.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { ModelRow } from '../../src/shapes/models.ts';

const utf8 = new TextDecoder();

/** Parses a row of the search index. */
export function readRow(bytes: Uint8Array): ModelRow {
  return JSON.parse(utf8.decode(bytes)) as ModelRow;
}

/** Reads the row of a model; undefined if the index lacks it. */
export async function rowIn(index: SearchPort, id: string): Promise<ModelRow | undefined> {
  const row = await index.rowOf(id);
  return row && readRow(row);
}

/** Returns the rows of the first page that `query` finds. */
export async function firstRowsOf(index: SearchPort, query: SearchQuery): Promise<ModelRow[]> {
  const page = await index.search(query);
  return page.kind === 'page' ? (await index.rows(page.rows)).map(readRow) : [];
}
