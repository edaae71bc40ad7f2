// Finds the files that have a hash. It searches the text of one shard of hashes, without parsing it.
import { type Awaitable, andThen } from '../../../src/basics/awaitable.ts';
import { hashShard } from '../../../src/nouns/sha256.ts';
import type { HashRow } from '../../../src/shapes/tree.ts';
import { hashShardPath } from '../../../src/tree/static-tree.ts';
import type { Tree } from '../../ports/ports.ts';

/**
 * Returns the rows of a shard that have this hash, sorted by model and path. A row is a line that begins with its hash.
 */
export function filesWith(tree: Tree, sha256: string): Awaitable<HashRow[]> {
  return andThen(tree.text(hashShardPath(hashShard(sha256))), (text = '') => {
    const rows: HashRow[] = [];
    const start = `["${sha256}"`;
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
      const end = text.indexOf('\n', at);
      rows.push(JSON.parse(text.slice(at, end).replace(/,$/, '')) as HashRow);
    }
    return rows;
  });
}
