// Tiles as leaves come, one after the other: in memory is never more than the right edge of the tree.
import { joined } from '../basics/joined-bytes.ts';
import { type Hash, leafHash, rootOf } from './merkle.ts';
import { entryBundle, hashesOfLevel, TILE_WIDTH, type Tile, tileAt } from './tiles.ts';

/** The end of a tree: the hashes in its tiles that are not full. */
export interface TreeEdge {
  /** Leaves of the tree. */
  size: number;
  /** By level, from that of the leaves up. */
  levels: Hash[][];
  entries: Uint8Array[];
}

/**
 * Gets each tile that is done, and the function that makes its bytes: a caller that only wants the root never calls it.
 */
type OnTile = (tile: Tile, bytes: () => Uint8Array) => void;

export class TileWriter {
  readonly #kind: 'entries' | 'ids';
  readonly #onTile: OnTile;
  readonly #levels: Hash[][];
  /** By level: whether the tile at the edge has something new. */
  readonly #isFresh: boolean[] = [];
  #entries: Uint8Array[];
  #size: number;

  /** Goes on at `edge`; without one at nothing. `kind` is how the tiles of entries are called. */
  constructor(kind: 'entries' | 'ids', onTile: OnTile, edge: TreeEdge = { size: 0, levels: [], entries: [] }) {
    this.#kind = kind;
    this.#onTile = onTile;
    this.#levels = edge.levels.map((hashes) => [...hashes]);
    this.#entries = [...edge.entries];
    this.#size = edge.size;
  }

  /** Leaves of the tree by now. */
  get size(): number {
    return this.#size;
  }

  /** Adds a leaf, whose hash may be of other bytes than the entry that stands for it. */
  add(entry: Uint8Array, hash: Hash = leafHash(entry)): void {
    this.#entries.push(entry);
    this.#size++;
    this.#put(0, hash);
  }

  /** Tells the tiles at the edge that have something new, and gives the root of the tree. Nothing may be added any more. */
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
    this.#onTile(tileAt(this.#kind, this.#size - 1, this.#size), () => entryBundle(entries));
    if (entries.length === TILE_WIDTH) this.#entries = [];
  }

  #tell(level: number, hashes: readonly Hash[]): void {
    const count = hashesOfLevel(this.#size, level);
    this.#onTile(tileAt(level, count - 1, count), () => joined(hashes));
  }
}

/** The root of the tree that ends so. Hashes below the full tiles of a level come behind them. */
export function rootOfEdge(levels: readonly (readonly Hash[])[]): Hash {
  let rest: Hash[] = [];
  for (const hashes of levels) if (hashes.length > 0 || rest.length > 0) rest = [rootOf([...hashes, ...rest])];
  return rootOf(rest);
}
