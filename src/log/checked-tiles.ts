// Reads tiles and leaves of a log, and checks each against the root in a checkpoint before a caller gets it.
import { joined } from '../basics/bytes.ts';
import { readBundle, readTile, tileHashes } from './log-proofs.ts';
import { equalHashes, type Hash, leafHash, rootOf, type TreeHead } from './merkle.ts';
import { rootOfEdge, type TreeEdge } from './tile-writer.ts';
import {
  entryBundle,
  hashesOfLevel,
  LogDamage,
  type LogFiles,
  parseTilePath,
  TILE_WIDTH,
  type Tile,
  tileAt,
  tilePath,
} from './tiles.ts';

/**
 * Checks tiles from the root downwards: the partial tiles of a tree make its root, and each full tile has its root in
 * the level above. So a check needs at most one tile of each level. The last checked tile of each level stays in
 * memory. Takes each tile from the first of `copies` that has the right bytes of the tile, according to the head. All
 * functions reject with a LogDamage if no copy has the right bytes.
 */
export function checkedTiles(copies: readonly LogFiles[], { size, root }: TreeHead) {
  const kept = new Map<number, { index: number; hashes: Hash[] }>();
  let edge: Promise<Hash[][]> | undefined;

  /** Returns the hashes in the partial tile of each level; an empty list for a level whose tiles are all full. */
  const atEdge = () => {
    const read = async (files: LogFiles) => {
      const levels: Hash[][] = [];
      for (let level = 0; hashesOfLevel(size, level) > 0; level++) {
        const count = hashesOfLevel(size, level);
        const tile = tileAt(level, count - (count % TILE_WIDTH), count);
        levels.push(tile.width === 0 ? [] : await readTile(files, tile));
      }
      return levels;
    };
    edge ??= first(copies, 'The last tiles of the log are', read, (levels) => equalHashes(rootOfEdge(levels), root));
    return edge;
  };

  /** Returns the hashes of the tile `index` of a level. */
  const hashesOf = async (level: number, index: number): Promise<Hash[]> => {
    const tile = tileAt(level, index * TILE_WIDTH, hashesOfLevel(size, level));
    if (tile.width < TILE_WIDTH) return (await atEdge())[level]!;
    const last = kept.get(level);
    if (last?.index === index) return last.hashes;
    const above = await hashesOf(level + 1, Math.floor(index / TILE_WIDTH));
    const expected = above[index % TILE_WIDTH]!;
    const hashes = await first(
      copies,
      `${tilePath(tile)} of the log is`,
      (files) => readTile(files, tile),
      (found) => equalHashes(rootOf(found), expected),
    );
    kept.set(level, { index, hashes });
    return hashes;
  };

  /** Returns the leaves of the bundle `index`, and the hash of each. */
  const leaves = async (index: number) => {
    const hashes = await hashesOf(0, index);
    const tile = tileAt('entries', index * TILE_WIDTH, size);
    const entries = await first(
      copies,
      `${tilePath(tile)} of the log is`,
      (files) => readBundle(files, tile),
      (found) => found.every((entry, at) => equalHashes(leafHash(entry), hashes[at]!)),
    );
    return { entries, hashes };
  };

  /** Returns the bytes of a tile's or bundle's file. */
  const bytesOf = async ({ level, index }: Tile) =>
    typeof level === 'string' ? entryBundle((await leaves(index)).entries) : joined(await hashesOf(level, index));

  return {
    leaves,
    bytesOf,
    /** Reads and checks a tile or bundle by its path. Proofs in this tree can be made from the checked files. */
    files: ((path) => bytesOf(parseTilePath(path)!)) as LogFiles,
    /** Returns the right edge of the tree, after which it can grow. */
    async edge(): Promise<TreeEdge> {
      const isFull = size % TILE_WIDTH === 0;
      const entries = isFull ? [] : (await leaves(Math.floor(size / TILE_WIDTH))).entries;
      return { size, levels: await atEdge(), entries };
    },
  };
}

/**
 * Returns the first right value among the copies. Otherwise rejects with a LogDamage, which says that `what` is wrong,
 * or that it is missing if no copy has it.
 */
async function first<T>(
  copies: readonly LogFiles[],
  what: string,
  read: (files: LogFiles) => Promise<T>,
  isRight: (found: T) => boolean,
): Promise<T> {
  let [missing, isThere]: [LogDamage | undefined, boolean] = [undefined, false];
  for (const files of copies)
    try {
      const found = await read(files);
      if (isRight(found)) return found;
      isThere = true;
    } catch (error) {
      if (!(error instanceof LogDamage)) throw error;
      missing ??= error;
    }
  throw (isThere ? undefined : missing) ?? new LogDamage(`${what} not what its checkpoint stands for.`);
}

/**
 * True if the log with the head `newer`, whose tiles are in `copies`, begins with all leaves of `older`; a log must not
 * forget or change a leaf. Rejects with a LogDamage if a tile is missing or wrong.
 */
export async function beginsWith(copies: readonly LogFiles[], newer: TreeHead, older: TreeHead): Promise<boolean> {
  if (older.size > newer.size) return false;
  // Checked tiles: a damaged one throws, and does not look like another log.
  const tree = tileHashes(checkedTiles(copies, newer).files, newer.size);
  return equalHashes(await tree.ofRange(0, older.size), older.root);
}
