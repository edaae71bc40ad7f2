import { expect, test } from 'vitest';
import { leafHash, rootOf } from '../../../src/log/merkle.ts';
import { TileWriter, type TreeEdge } from '../../../src/log/tile-writer.ts';
import { tilePath } from '../../../src/log/tiles.ts';
import { bytesOf, hex, tilesOf } from './memory-log.ts';

const leaves = Array.from({ length: 66_000 }, (_, at) => bytesOf(`leaf ${at}`));

/** Adds leaves up to `size` to the tree with this edge. Returns the written tiles and the root. */
function written(size: number, edge?: TreeEdge) {
  const tiles = new Map<string, string>();
  const writer = new TileWriter((tile, bytes) => tiles.set(tilePath(tile), hex(bytes())), edge);
  for (let at = edge?.size ?? 0; at < size; at++) writer.add(leaves[at]!);
  return { tiles, root: hex(writer.finish()), size: writer.size };
}

test('the tiles and the root equal those of the simplest implementation', () => {
  for (const size of [0, 1, 2, 255, 256, 257, 511, 512, 700, 66_000]) {
    const { tiles, root } = written(size);
    const plain = new Map([...tilesOf(leaves.slice(0, size))].map(([path, bytes]) => [path, hex(bytes)]));
    expect(tiles, String(size)).toEqual(plain);
    expect(root).toBe(hex(rootOf(leaves.slice(0, size).map(leafHash))));
  }
});
