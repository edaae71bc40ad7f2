// The files of a log (C2SP tlog-tiles, decision 0034), and the maximum size in bytes of each.
import type { Awaitable } from '../basics/remembered.ts';
import { HASH_BYTES } from './merkle.ts';
import { MAX_ENTRY, parseTilePath, TILE_WIDTH } from './tiles.ts';

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
