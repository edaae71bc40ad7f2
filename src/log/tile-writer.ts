// Writes tiles while leaves are added one after the other. Only the partial tiles, which are the right edge of the
// tree, are in memory.
import { joined } from '../basics/bytes.ts';
import { type Hash, leafHash, rootOf } from './merkle.ts';
import { entryBundle, hashesOfLevel, TILE_WIDTH, type Tile, tileAt } from './tiles.ts';

/** The right edge of a tree: the content of its partial tiles. */
export interface TreeEdge {
  /** The number of leaves in the tree. */
  size: number;
  /** The hashes by level; level 0 has those of the leaves. */
  levels: Hash[][];
  entries: Uint8Array[];
}

/**
 * Called for each full tile, and at the end for the partial tiles. `bytes` makes the tile's bytes; a caller that needs
 * only the root never calls it.
 */
type OnTile = (tile: Tile, bytes: () => Uint8Array) => void;

export type TileWriter = ReturnType<typeof tileWriter>;

/** Continues at `edge`, or starts an empty tree. */
export function tileWriter(onTile: OnTile, edge?: TreeEdge) {
  const levels = edge?.levels.map((hashes) => [...hashes]) ?? [];
  let entries = [...(edge?.entries ?? [])];
  let size = edge?.size ?? 0;
  /** True for each level whose partial tile has new hashes. */
  const isFresh: boolean[] = [];

  const tellEntries = () => {
    const told = entries;
    onTile(tileAt('entries', size - 1, size), () => entryBundle(told));
    if (told.length === TILE_WIDTH) entries = [];
  };
  const tell = (level: number, hashes: readonly Hash[]) => {
    const count = hashesOfLevel(size, level);
    onTile(tileAt(level, count - 1, count), () => joined(hashes));
  };
  const put = (level: number, hash: Hash): void => {
    levels[level] ??= [];
    const hashes = levels[level];
    hashes.push(hash);
    isFresh[level] = hashes.length < TILE_WIDTH;
    if (isFresh[level]) return;
    if (level === 0) tellEntries();
    tell(level, hashes);
    levels[level] = [];
    put(level + 1, rootOf(hashes));
  };

  return {
    /** The number of leaves so far. */
    get size(): number {
      return size;
    },

    /** Adds a leaf, whose hash a caller may know already. */
    add(entry: Uint8Array, hash: Hash = leafHash(entry)): void {
      entries.push(entry);
      size++;
      put(0, hash);
    },

    /**
     * Passes the partial tiles with new hashes to `onTile`, and returns the root of the tree. Nothing may be added
     * afterwards.
     */
    finish(): Hash {
      if (isFresh[0]) tellEntries();
      for (const [level, hashes] of levels.entries()) if (isFresh[level]) tell(level, hashes);
      return rootOfEdge(levels);
    },
  };
}

/**
 * Returns the root of a tree, computed from the hashes in its partial tiles, by level. The lower levels together give
 * one more hash, which comes last in the level above them.
 */
export function rootOfEdge(levels: readonly (readonly Hash[])[]): Hash {
  let rest: Hash[] = [];
  for (const hashes of levels) if (hashes.length > 0 || rest.length > 0) rest = [rootOf([...hashes, ...rest])];
  return rootOf(rest);
}
