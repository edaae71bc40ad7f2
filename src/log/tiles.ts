// The files of a log (C2SP tlog-tiles, decision 0034) and the maximum size of each; its tiles: their paths, their content,
// and which of them a tree of a given size has.

import type { Awaitable } from '../basics/remembered.ts';
import { HASH_BYTES, type Hash } from './merkle.ts';

/** The number of hashes or entries in a full tile. */
export const TILE_WIDTH = 256;
/** The maximum size in bytes of an entry, because the two bytes before an entry hold its size. */
export const MAX_ENTRY = 65_535;

/**
 * A tile. Level 0 holds the hashes of leaves, and each higher level holds the hashes of the full tiles below it.
 * `entries` holds the leaves themselves.
 */
export interface Tile {
  level: number | 'entries';
  /** The number of the tile in its level, from 0. */
  index: number;
  /** The number of hashes or entries in the tile, 1 to 256. */
  width: number;
}

/** Returns the path of a tile below the log, such as `tile/0/x001/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!;
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

const PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads the path of a tile; undefined for any other path, and for another spelling of a tile's path. */
export function parseTilePath(path: string): Tile | undefined {
  const found = PATH.exec(path);
  if (!found) return undefined;
  const [, level, name, width] = found as unknown as [string, string, string, string | undefined];
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const isTile = Number.isSafeInteger(tile.index) && (typeof tile.level === 'string' || tile.level <= 63);
  return isTile && tilePath(tile) === path ? tile : undefined;
}

/** Returns the number of hashes that a tree of `size` leaves has in all tiles of `level`. */
export function hashesOfLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** Returns the tile that has the hash or entry number `at`, in a level with `count` hashes or entries. */
export function tileAt(level: Tile['level'], at: number, count: number): Tile {
  const index = Math.floor(at / TILE_WIDTH);
  return { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) };
}

/**
 * Lists the tiles, including those of entries, that are new or fuller after a tree grows from `before` to `size`
 * leaves.
 */
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

/** Reads the `width` hashes in a tile; undefined if it has a wrong number of bytes. */
export function hashesOfTile(bytes: Uint8Array, width: number): Hash[] | undefined {
  if (bytes.length !== width * HASH_BYTES) return undefined;
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/**
 * Returns entries as a bundle: each entry follows its length in two bytes, the higher byte first. Throws a RangeError
 * for an entry that is too long.
 */
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

/** Reads the `width` entries in a bundle; undefined if the bundle is incomplete, or has another number of entries. */
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

/** The name of the log's folder beside a tree. The paths of the log's addresses begin with this name too. */
export const LOG_FOLDER = 'log';
/** The file of the verifier keys, each on a line: first the log's own keys, then the keys of witnesses. */
export const KEYS = 'keys';

/** The path of a log's newest checkpoint. */
export const CHECKPOINT = 'checkpoint';

/** Reads the bytes of a log's file by its path, such as `checkpoint`; undefined if there is no such file. */
export type LogFiles = (path: string) => Awaitable<Uint8Array | undefined>;

/** Thrown if a file of a log is missing or wrong. The message is a sentence that names the file. */
export class LogDamage extends Error {}

/** The kinds of files: `hashes` is a tile, `entries` a bundle of leaves, `models` a file of the index of models. */
type LogFileKind = 'checkpoint' | 'keys' | 'hashes' | 'entries' | 'models';

/**
 * The maximum size in bytes of a file of each kind. The maximum of a tile follows from its format. The maximum of any
 * other file is far more than the file needs.
 */
const MOST: Readonly<Record<LogFileKind, number>> = {
  checkpoint: 256 * 1024,
  keys: 64 * 1024,
  hashes: TILE_WIDTH * HASH_BYTES,
  entries: TILE_WIDTH * (2 + MAX_ENTRY),
  models: 4 * 2 ** 20,
};

/** Returns the maximum size in bytes of the file at a path below the log; 0 for a path that no log has. */
export const mostOfLog = (path: string): number => parseLogPath(path)?.most ?? 0;

const OF_MODELS = /^models\/[1-9]\d{0,15}\/(?:first|0|[1-9]\d{0,15})$/;

/**
 * Returns the kind of file at a path below the log, and its maximum size in bytes; undefined for a path that no log
 * has.
 */
export function parseLogPath(path: string): { kind: LogFileKind; most: number } | undefined {
  const kind = kindOf(path);
  return kind && { kind, most: MOST[kind] };
}

function kindOf(path: string): LogFileKind | undefined {
  if (path === CHECKPOINT || path === KEYS) return path;
  if (OF_MODELS.test(path)) return 'models';
  const level = parseTilePath(path)?.level;
  return typeof level === 'number' ? 'hashes' : level;
}
