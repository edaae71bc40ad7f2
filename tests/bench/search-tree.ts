// Makes a small tree for benchmarks of search and Browse: only a catalog, a search index and the website.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PackStore } from '../../generator/packs/dist-store.ts';
import { makeCurrent } from '../../generator/packs/tree-layout.ts';
import { buildSite } from '../../generator/site/build-site.ts';
import { canonicalJson } from '../../src/basics/records.ts';
import { addressFromHex } from '../../src/nouns/address.ts';
import { SearchIndexBuilder } from '../../src/search/writer/builder.ts';
import { objectPath, SEARCH_INDEX } from '../../src/tree/static-tree.ts';
import { TREE_FORMAT } from '../../src/tree/store.ts';
import { shardCutter } from '../../src/tree/tree-list.ts';
import { searchRows } from './search-rows.ts';

const BATCH = 1 << 20;

/** Writes a tree of `count` models to `<folder>/dist`. */
export async function writeSearchTree(folder: string, count: number): Promise<void> {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const catalog = addressFromHex('0'.repeat(64));
  mkdirSync(dirname(join(dist, objectPath('catalog', catalog))), { recursive: true });
  const builder = writeRows(join(dist, objectPath('catalog', catalog)), count);
  const packs = new PackStore(dist, false);
  const cutter = shardCutter((shard) => packs.put(shard));
  const index = builder.finish();
  cutter.add({ key: SEARCH_INDEX, sha256: packs.put(index), size: index.length });
  const stamp = {
    format: TREE_FORMAT,
    id: 'bench',
    catalog,
    snapshot: '2026-01-01',
    baseUrl: 'http://127.0.0.1:4321',
    counts: { models: count },
  };
  const list = cutter.finish();
  makeCurrent(dist, packs.put(JSON.stringify({ ...stamp, repositories: [], gated: [], rowsStart: 0, list })));
  await buildSite(dist);
}

/** Writes rows to `path` as a catalog has them, and adds them to an index. */
function writeRows(path: string, count: number): SearchIndexBuilder {
  const builder = new SearchIndexBuilder();
  const encoder = new TextEncoder();
  const fd = openSync(path, 'w');
  let text = '';
  for (const row of searchRows(count)) {
    const json = canonicalJson(row);
    builder.add(encoder.encode(json));
    text += `${json},\n`;
    if (text.length < BATCH) continue;
    writeSync(fd, text);
    text = '';
  }
  writeSync(fd, text);
  closeSync(fd);
  return builder;
}
