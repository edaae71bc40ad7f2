// The files by which the pages of an export search: made of the rows of the index, and kept while these stay.
import type { SearchPort } from '../../functions/ports/search-port.ts';
import type { SortKey } from '../../src/search/index/format.ts';
import { SHARDS, SHARDS_FORMAT, SHARDS_INDEX, type ShardIndex } from '../../src/search/shards/shard-format.ts';
import { ShardWriter } from '../../src/search/shards/shard-writer.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { isSearchFile } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { keyOf } from '../keys/key-of.ts';
import type { ExportedFile } from './export-pages.ts';

/** Rows that are read at a time. */
const AT_ONCE = 500;

/** The folder of the files that are made of this search index by this code. */
export function shardsFolder(listed: readonly Listed[], code: string): string {
  const made = listed.filter(({ key }) => isSearchFile(key)).map(({ key, sha256 }) => `${key} ${sha256}`);
  return `${SHARDS}/${keyOf(code, ...made).slice(0, 16)}`;
}

/** Every file, the one that names the others last. `folder` is that of `shardsFolder`. */
export async function* shardFiles(search: SearchPort, folder: string): AsyncGenerator<ExportedFile> {
  const writer = new ShardWriter();
  for await (const row of rowsBy(search, 'trendingScore')) writer.add(row);
  const { files, buckets } = writer.finish();
  for (const { path, bytes } of files) yield { path: `${folder}/${path}`, bytes };
  const index: ShardIndex = {
    ...{ format: SHARDS_FORMAT, version: folder.slice(SHARDS.length + 1) },
    ...{ rows: writer.rows, buckets },
  };
  yield { path: SHARDS_INDEX, bytes: Buffer.from(JSON.stringify(index)) };
}

/** The ids of all models, that with most downloads first. */
export async function* wantedFirst(search: SearchPort): AsyncGenerator<string> {
  for await (const row of rowsBy(search, 'downloads')) yield (JSON.parse(Buffer.from(row).toString()) as ModelRow).id;
}

/** Every row in an order: JSON text. */
async function* rowsBy(search: SearchPort, sort: SortKey): AsyncGenerator<Uint8Array> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const cursor = after === undefined ? {} : { after };
    const page = await search.search({ sort, ascending: false, limit: AT_ONCE, ...cursor });
    if (page.kind !== 'page') throw new Error('the search index does not know its own cursor');
    yield* await search.rows(page.rows);
    after = page.next;
  }
}
