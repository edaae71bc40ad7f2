// A tree that can be searched and browsed and holds nothing else: catalog, search index and website, without a file a model.
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSite } from '../../generator/build/build-site.ts';
import { addressFromHex } from '../../src/address.ts';
import { canonicalJson } from '../../src/canonical-json.ts';
import { SearchIndexBuilder } from '../../src/search-index/builder.ts';
import { objectPath, SEARCH_INDEX, STAMP } from '../../src/static-tree.ts';
import { searchRows } from './search-rows.ts';

const BATCH = 1 << 20;

/** Writes `<folder>/dist` with so many models. */
export async function writeSearchTree(folder: string, count: number): Promise<void> {
  const dist = join(folder, 'dist');
  const tree = join(dist, 'trees/bench');
  const catalog = addressFromHex('0'.repeat(64));
  mkdirSync(dirname(join(tree, SEARCH_INDEX)), { recursive: true });
  mkdirSync(dirname(join(tree, objectPath('catalog', catalog))), { recursive: true });
  const builder = writeRows(join(tree, objectPath('catalog', catalog)), count);
  const fd = openSync(join(tree, SEARCH_INDEX), 'w');
  for (const chunk of builder.finish()) writeSync(fd, chunk);
  closeSync(fd);
  const stamp = {
    format: 'hub.model-hub.tree/v2',
    id: 'bench',
    catalog,
    snapshot: '2026-01-01',
    counts: { models: count },
  };
  writeFileSync(join(tree, STAMP), JSON.stringify({ ...stamp, repositories: [], gated: [], rowsStart: 0 }));
  symlinkSync('trees/bench', join(dist, 'current'));
  await buildSite(dist);
}

/** Writes rows as a catalog has them, and gives them to an index. */
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
