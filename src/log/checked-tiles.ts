// Reads tiles and leaves of a log, and checks each against the root in a checkpoint before a caller gets it.
import { joined } from '../basics/bytes.ts';
import { readBundle, readTile, TileHashes } from './log-proofs.ts';
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

interface Leaves {
  entries: Uint8Array[];
  /** The hash of each entry, in the order of `entries`. */
  hashes: Hash[];
}

/**
 * Checks tiles from the root downwards: the partial tiles of a tree make its root, and each full tile has its root in
 * the level above. So a check needs at most one tile of each level. The last checked tile of each level stays in
 * memory.
 */
export class CheckedTiles {
  readonly #copies: readonly LogFiles[];
  readonly #head: TreeHead;
  readonly #kept = new Map<number, { index: number; hashes: Hash[] }>();
  #edge: Promise<Hash[][]> | undefined;

  /** Takes each tile from the first of `copies` that has the right bytes of the tile, according to `head`. */
  constructor(copies: readonly LogFiles[], head: TreeHead) {
    this.#copies = copies;
    this.#head = head;
  }

  /** Returns the hashes of the tile `index` of a level. Rejects with a LogDamage if no copy has the right ones. */
  async hashes(level: number, index: number): Promise<Hash[]> {
    const tile = tileAt(level, index * TILE_WIDTH, hashesOfLevel(this.#head.size, level));
    if (tile.width < TILE_WIDTH) return (await this.#atEdge())[level]!;
    const kept = this.#kept.get(level);
    if (kept?.index === index) return kept.hashes;
    const above = await this.hashes(level + 1, Math.floor(index / TILE_WIDTH));
    const expected = above[index % TILE_WIDTH]!;
    const hashes = await this.#first(
      `${tilePath(tile)} of the log is`,
      (files) => readTile(files, tilePath(tile), TILE_WIDTH),
      (found) => equalHashes(rootOf(found), expected),
    );
    this.#kept.set(level, { index, hashes });
    return hashes;
  }

  /** Returns the leaves of the bundle `index`. Rejects with a LogDamage if no copy has the right ones. */
  async leaves(index: number): Promise<Leaves> {
    const hashes = await this.hashes(0, index);
    const tile = tileAt('entries', index * TILE_WIDTH, this.#head.size);
    const entries = await this.#first(
      `${tilePath(tile)} of the log is`,
      (files) => readBundle(files, tile),
      (found) => found.every((entry, at) => equalHashes(leafHash(entry), hashes[at]!)),
    );
    return { entries, hashes };
  }

  /** Returns the bytes of a tile's or bundle's file. Rejects with a LogDamage if no copy has the right ones. */
  async bytesOf({ level, index }: Tile): Promise<Uint8Array> {
    return typeof level === 'string'
      ? entryBundle((await this.leaves(index)).entries)
      : joined(await this.hashes(level, index));
  }

  /** Returns the right edge of the tree, after which it can grow. Rejects with a LogDamage if no copy has it. */
  async edge(): Promise<TreeEdge> {
    const { size } = this.#head;
    const isFull = size % TILE_WIDTH === 0;
    const entries = isFull ? [] : (await this.leaves(Math.floor(size / TILE_WIDTH))).entries;
    return { size, levels: await this.#atEdge(), entries };
  }

  /** Reads and checks a tile or bundle by its path. Proofs in this tree can be made from the checked files. */
  get files(): LogFiles {
    return (path) => this.bytesOf(parseTilePath(path)!);
  }

  /** Returns the hashes in the partial tile of each level; an empty list for a level whose tiles are all full. */
  #atEdge(): Promise<Hash[][]> {
    this.#edge ??= this.#readEdge();
    return this.#edge;
  }

  async #readEdge(): Promise<Hash[][]> {
    const { size, root } = this.#head;
    const read = async (files: LogFiles) => {
      const edge: Hash[][] = [];
      for (let level = 0; hashesOfLevel(size, level) > 0; level++) {
        const count = hashesOfLevel(size, level);
        const tile = tileAt(level, count - (count % TILE_WIDTH), count);
        edge.push(tile.width === 0 ? [] : await readTile(files, tilePath(tile), tile.width));
      }
      return edge;
    };
    return this.#first('The last tiles of the log are', read, (edge) => equalHashes(rootOfEdge(edge), root));
  }

  /**
   * Returns the first right value among the copies. Otherwise rejects with a LogDamage, which says that `what` is
   * wrong, or that it is missing if no copy has it.
   */
  async #first<T>(what: string, read: (files: LogFiles) => Promise<T>, isRight: (found: T) => boolean): Promise<T> {
    let [missing, isThere]: [LogDamage | undefined, boolean] = [undefined, false];
    for (const files of this.#copies)
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
}

/**
 * True if the log with the head `newer`, whose tiles are in `copies`, begins with all leaves of `older`; a log must not
 * forget or change a leaf. Rejects with a LogDamage if a tile is missing or wrong.
 */
export async function beginsWith(copies: readonly LogFiles[], newer: TreeHead, older: TreeHead): Promise<boolean> {
  if (older.size > newer.size) return false;
  // Checked tiles: a damaged one throws, and does not look like another log.
  const tree = new TileHashes(new CheckedTiles(copies, newer).files, newer.size);
  return equalHashes(await tree.ofRange(0, older.size), older.root);
}
