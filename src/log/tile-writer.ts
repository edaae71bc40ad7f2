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

export class TileWriter {
  readonly #onTile: OnTile;
  readonly #levels: Hash[][];
  /** True for each level whose partial tile has new hashes. */
  readonly #isFresh: boolean[] = [];
  #entries: Uint8Array[];
  #size: number;

  /** Continues at `edge`, or starts an empty tree. */
  constructor(onTile: OnTile, edge: TreeEdge = { size: 0, levels: [], entries: [] }) {
    this.#onTile = onTile;
    this.#levels = edge.levels.map((hashes) => [...hashes]);
    this.#entries = [...edge.entries];
    this.#size = edge.size;
  }

  /** The number of leaves so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds a leaf, whose hash a caller may know already. */
  add(entry: Uint8Array, hash: Hash = leafHash(entry)): void {
    this.#entries.push(entry);
    this.#size++;
    this.#put(0, hash);
  }

  /**
   * Passes the partial tiles with new hashes to `onTile`, and returns the root of the tree. Nothing may be added
   * afterwards.
   */
  finish(): Hash {
    if (this.#isFresh[0]) this.#tellEntries();
    for (const [level, hashes] of this.#levels.entries())
      if (this.#isFresh[level] && hashes.length > 0) this.#tell(level, hashes);
    return rootOfEdge(this.#levels);
  }

  #put(level: number, hash: Hash): void {
    while (this.#levels.length <= level) this.#levels.push([]);
    const hashes = this.#levels[level]!;
    hashes.push(hash);
    this.#isFresh[level] = true;
    if (hashes.length < TILE_WIDTH) return;
    if (level === 0) this.#tellEntries();
    this.#tell(level, hashes);
    this.#levels[level] = [];
    this.#isFresh[level] = false;
    this.#put(level + 1, rootOf(hashes));
  }

  #tellEntries(): void {
    const entries = this.#entries;
    this.#onTile(tileAt('entries', this.#size - 1, this.#size), () => entryBundle(entries));
    if (entries.length === TILE_WIDTH) this.#entries = [];
  }

  #tell(level: number, hashes: readonly Hash[]): void {
    const count = hashesOfLevel(this.#size, level);
    this.#onTile(tileAt(level, count - 1, count), () => joined(hashes));
  }
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
