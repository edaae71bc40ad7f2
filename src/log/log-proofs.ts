// Makes proofs from tiles (RFC 6962, section 2.1). A proof is the hashes that lead from a leaf, or from a smaller tree,
// to a root.

import { type Hash, nodeHash, rootOf } from './merkle.ts';
import {
  bundledEntries,
  hashesOfLevel,
  hashesOfTile,
  LogDamage,
  type LogFiles,
  TILE_WIDTH,
  type Tile,
  tileAt,
  tilePath,
} from './tiles.ts';

export type TileHashes = ReturnType<typeof tileHashes>;

/**
 * Reads hashes of a tree of `size` leaves from its tiles, each tile once. All functions reject with a LogDamage if a
 * tile is missing or wrong.
 */
export function tileHashes(files: LogFiles, size: number) {
  const tiles = new Map<string, Promise<Hash[]>>();

  const hashes = async (level: number, from: number, count: number) => {
    const tile = tileAt(level, from, hashesOfLevel(size, level));
    const path = tilePath(tile);
    const read = tiles.get(path) ?? readTile(files, tile);
    tiles.set(path, read);
    const at = from % TILE_WIDTH;
    const found = (await read).slice(at, at + count);
    if (found.length < count) throw new LogDamage(`Level ${level} of the log is too short.`);
    return found;
  };

  /** Returns the hash over the leaves from `begin` up to, not including, `end`. These leaves must form a subtree. */
  const ofRange = async (begin: number, end: number): Promise<Hash> => {
    const count = end - begin;
    if (count === 0) return rootOf([]);
    let [level, span] = [0, 1];
    while (span * TILE_WIDTH <= count && begin % (span * TILE_WIDTH) === 0)
      [level, span] = [level + 1, span * TILE_WIDTH];
    // If one tile has hashes of this level for the whole range, the root of these hashes is the hash of the range.
    // Other ranges are divided.
    if (count % span === 0 && count / span <= TILE_WIDTH)
      return rootOf(await hashes(level, begin / span, count / span));
    const cut = begin + cutOf(count);
    return nodeHash(await ofRange(begin, cut), await ofRange(cut, end));
  };

  /**
   * Goes down towards the leaf at `index` until `isThere` accepts the range of the subtree. Returns the sibling hashes
   * on the way, the lowest first, and the number of the subtree's first leaf.
   */
  const wayTo = async (index: number, isThere: (begin: number, end: number) => boolean) => {
    const path: Hash[] = [];
    let [begin, end] = [0, size];
    while (!isThere(begin, end)) {
      const cut = begin + cutOf(end - begin);
      const isLeft = index < cut;
      path.unshift(await (isLeft ? ofRange(cut, end) : ofRange(begin, cut)));
      [begin, end] = isLeft ? [begin, cut] : [cut, end];
    }
    return { path, begin };
  };

  return {
    ofRange,

    /**
     * Proves that the tree has the leaf at `index`, which must be below `size`. Returns the sibling hashes on the way
     * from the leaf to the root.
     */
    async inclusion(index: number) {
      return (await wayTo(index, (begin, end) => end - begin === 1)).path;
    },

    /** Proves that this tree begins with the tree that had `older` leaves. Returns the hashes of the proof. */
    async consistency(older: number) {
      if (older === 0 || older === size) return [];
      const { path, begin } = await wayTo(older - 1, (_, end) => end === older);
      // A subtree that begins at the first leaf is the older tree itself, and the reader knows its root.
      return begin === 0 ? path : [await ofRange(begin, older), ...path];
    },
  };
}

/** Reads the hashes in a tile. Rejects with a LogDamage if the tile is missing or wrong. */
export const readTile = (files: LogFiles, tile: Tile): Promise<Hash[]> =>
  readPart(files, tile, hashesOfTile, `a tile of ${tile.width} hashes`);

/** Reads the entries in a bundle. Rejects with a LogDamage if the bundle is missing or wrong. */
export const readBundle = (files: LogFiles, tile: Tile): Promise<Uint8Array[]> =>
  readPart(files, tile, bundledEntries, `a bundle of ${tile.width} entries`);

/** Reads a tile or bundle by `parse`. If a partial one is gone, reads the full one that replaced it. */
async function readPart<T>(
  files: LogFiles,
  tile: Tile,
  parse: (bytes: Uint8Array, width: number) => T[] | undefined,
  what: string,
): Promise<T[]> {
  const path = tilePath(tile);
  for (const width of new Set([tile.width, TILE_WIDTH])) {
    const bytes = await files(tilePath({ ...tile, width }));
    if (!bytes) continue;
    const found = parse(bytes, width)?.slice(0, tile.width);
    if (!found) throw new LogDamage(`${path} of the log is not ${what}.`);
    return found;
  }
  throw new LogDamage(`${path} is missing from the log.`);
}

/**
 * Returns the largest power of two below `size`, at which the RFC splits a tree of that size. `size` must be over 1.
 */
function cutOf(size: number): number {
  let cut = 1;
  while (cut * 2 < size) cut *= 2;
  return cut;
}
