import { expect, test } from 'vitest';
import { leafHash, rootOf } from '../../../src/log/merkle.ts';
import { rootOfEdge, TileWriter, type TreeEdge } from '../../../src/log/tile-writer.ts';
import { bundledEntries, hashesOfLevel, hashesOfTile, newTiles, TILE_WIDTH, tilePath } from '../../../src/log/tiles.ts';
import { bytesOf, hex, tilesOf } from './memory-log.ts';

const leaves = Array.from({ length: 66_000 }, (_, at) => bytesOf(`leaf ${at}`));

/** Adds leaves up to `size` to the tree with this edge. Returns the written tiles and the root. */
function written(size: number, edge?: TreeEdge) {
  const tiles = new Map<string, string>();
  const writer = new TileWriter((tile, bytes) => tiles.set(tilePath(tile), hex(bytes())), edge);
  for (let at = edge?.size ?? 0; at < size; at++) writer.add(leaves[at]!);
  return { tiles, root: hex(writer.finish()), size: writer.size };
}

/** Reads the edge of a tree of `size` leaves from its tiles: the hashes that are needed to add a leaf. */
function edgeOf(size: number, tiles: Map<string, string>): TreeEdge {
  const bytes = (level: number | 'entries', of: number) => {
    const width = of % TILE_WIDTH;
    const index = Math.floor(of / TILE_WIDTH);
    return width === 0 ? Buffer.alloc(0) : Buffer.from(tiles.get(tilePath({ level, index, width }))!, 'hex');
  };
  const levels = [0, 1, 2].map((level) => {
    const count = hashesOfLevel(size, level);
    return hashesOfTile(bytes(level, count), count % TILE_WIDTH)!;
  });
  return { size, levels, entries: bundledEntries(bytes('entries', size), size % TILE_WIDTH)! };
}

test('the tiles and the root equal those of the simplest implementation', () => {
  for (const size of [0, 1, 2, 255, 256, 257, 511, 512, 700, 66_000]) {
    const { tiles, root } = written(size);
    const plain = new Map([...tilesOf(leaves.slice(0, size))].map(([path, bytes]) => [path, hex(bytes)]));
    expect(tiles, String(size)).toEqual(plain);
    expect(root).toBe(hex(rootOf(leaves.slice(0, size).map(leafHash))));
  }
});

test('a tree that grows writes only tiles with new hashes', () => {
  const steps = [1, 5, 255, 256, 300, 512, 513, 65_536, 66_000];
  let all = new Map<string, string>();
  let before = 0;
  for (const size of steps) {
    const edge = edgeOf(before, all);
    if (before > 0) expect(hex(rootOfEdge(edge.levels))).toBe(hex(rootOf(leaves.slice(0, before).map(leafHash))));
    const { tiles, root } = written(size, edge);
    expect([...tiles.keys()].sort()).toEqual(newTiles(before, size).map(tilePath).sort());
    expect(root).toBe(hex(rootOf(leaves.slice(0, size).map(leafHash))));
    all = new Map([...all, ...tiles]);
    before = size;
  }
});
