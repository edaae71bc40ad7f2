// The static tree in memory: a Map from the paths of `static-tree.ts` to bytes.
import { paysToCompress } from '../../src/compression.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { SearchIndex } from '../../src/search-index/search-index.ts';
import { objectPath, parseObjectPath, SEARCH_INDEX, STAMP } from '../../src/static-tree.ts';
import type { BuiltFile, Tree } from '../ports.ts';
import { searchOver } from '../search-over-index.ts';
import type { SearchPort } from '../search-port.ts';
import { readTreeStamp } from '../tree-stamp.ts';

/** The tree whose files `files` holds, by the paths of `static-tree.ts`. Throws a sentence when it is no whole tree. */
export function memoryTree(files: ReadonlyMap<string, Uint8Array>): Tree {
  const { rowsStart, ...stamp } = readTreeStamp(new TextDecoder().decode(files.get(STAMP)));
  const known = new Map<string, BuiltFile>();
  let search: SearchPort | undefined;
  return {
    ...stamp,
    read(path, compressed) {
      const body = known.get(path) ? undefined : files.get(path);
      if (body) known.set(path, builtFile(files, path, body, compressed));
      return known.get(path);
    },
    text(path) {
      const body = files.get(path);
      return body && new TextDecoder().decode(body);
    },
    answers: async () => files.has(objectPath('catalog', stamp.catalog)),
    range: (path, start, end) => files.get(path)?.subarray(start, end),
    search() {
      const catalog = files.get(objectPath('catalog', stamp.catalog))!;
      const index = () => new SearchIndex(new Uint8Array(files.get(SEARCH_INDEX)!).buffer);
      search ??= searchOver(index(), rowsStart, (start, end) => catalog.subarray(start, end));
      return search;
    },
  };
}

function builtFile(files: ReadonlyMap<string, Uint8Array>, path: string, body: Uint8Array, twins: boolean): BuiltFile {
  const tag = parseObjectPath(path) ?? sha256Hex(body).slice(0, 32);
  const endings = { br: 'br', gzip: 'gz' };
  const twin = (encoding: 'br' | 'gzip') => files.get(`${path}.${endings[encoding]}`);
  return { tag, size: body.length, body, twin: twins && paysToCompress(body.length) ? twin : () => undefined };
}
