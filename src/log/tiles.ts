// The tiles of a log (C2SP tlog-tiles): how they are called, what they hold, and which of them a tree of a size has.
import { HASH_BYTES, type Hash } from './merkle.ts';

/** Hashes or entries of a full tile. */
export const TILE_WIDTH = 256;
/** Bytes of the longest entry: its length stands in two bytes before it. */
export const MAX_ENTRY = 65_535;

/**
 * A tile: `level` 0 holds hashes of leaves, each level above those of full tiles below; `entries` the leaves themselves,
 * and `ids` which models the leaves of a day's list are of.
 */
export interface Tile {
  level: number | 'entries' | 'ids';
  /** Which of its level, from 0. */
  index: number;
  /** 1 to 256. */
  width: number;
}

/** Its path below the log, such as `tile/0/x001/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!;
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

const PATH = /^tile\/(entries|ids|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile at a path; undefined where it is that of none, or another spelling of one. */
export function parseTilePath(path: string): Tile | undefined {
  const found = PATH.exec(path);
  if (!found) return undefined;
  const [, level, name, width] = found as unknown as [string, string, string, string | undefined];
  const tile: Tile = {
    level: level === 'entries' || level === 'ids' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const isTile = Number.isSafeInteger(tile.index) && (typeof tile.level === 'string' || tile.level <= 63);
  return isTile && tilePath(tile) === path ? tile : undefined;
}

/** How many hashes a tree of `size` leaves has in tiles of `level`. */
export function hashesOfLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** The tile that holds what stands at `at` of a level with `count` hashes or entries. */
export function tileAt(level: Tile['level'], at: number, count: number): Tile {
  const index = Math.floor(at / TILE_WIDTH);
  return { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) };
}

/** The tiles in which a tree of `size` leaves has something that one of `before` had not, entries among them. */
export function newTiles(before: number, size: number): Tile[] {
  const tiles: Tile[] = [];
  const add = (level: Tile['level'], from: number, to: number) => {
    for (let at = from - (from % TILE_WIDTH); at < to; at += TILE_WIDTH)
      if (to > from) tiles.push(tileAt(level, at, to));
  };
  add('entries', before, size);
  for (let level = 0; hashesOfLevel(size, level) > 0; level++)
    add(level, hashesOfLevel(before, level), hashesOfLevel(size, level));
  return tiles;
}

/** The hashes in a tile of `width`; undefined where the bytes are not as many. */
export function hashesOfTile(bytes: Uint8Array, width: number): Hash[] | undefined {
  if (bytes.length !== width * HASH_BYTES) return undefined;
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** Entries as a bundle: each behind its length in two bytes, the higher first. Throws a RangeError for one that is too long. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY)
      throw new RangeError(`An entry of ${entry.length} bytes is longer than ${MAX_ENTRY}.`);
    bytes[at] = entry.length >> 8;
    bytes[at + 1] = entry.length & 0xff;
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/** The entries of a bundle of `width`; undefined where it is cut short, or holds another number. */
export function bundledEntries(bundle: Uint8Array, width: number): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length) {
    const begin = at + 2;
    at = begin + ((bundle[at]! << 8) | (bundle[at + 1] ?? 0));
    if (begin > bundle.length || at > bundle.length) return undefined;
    entries.push(bundle.subarray(begin, at));
  }
  return entries.length === width ? entries : undefined;
}
