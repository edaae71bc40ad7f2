// Defines the tar file that carries days without a network. Its entries come in this order, so that a reader can refuse
// the log before it takes any object:
//
//   days.json: a list of the days, newest first, as in the archive of a hub; if the file has a log, `log` names the
//     log's host; `purged` lists objects that the file lacks because they were removed for good
//   log/checkpoint: the newest checkpoint of the log (C2SP tlog-checkpoint), byte for byte
//   log/tile/entries/…: every bundle of leaves up to that checkpoint
//   log/tile/<level>/…: every tile of hashes up to that checkpoint (C2SP tlog-tiles)
//   objects/<2 hex>/<62 hex>: an object, named by the BLAKE3 of its bytes
import { parseLogPath } from '../../src/log/log-paths.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { hashesOfLevel, parseTilePath, TILE_WIDTH, tileAt } from '../../src/log/tiles.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';

/** The file that lists the days. */
export const DAYS_FILE = 'days.json';
export const DAYS_FORMAT = 'hub.model-hub.days/v1';

/** The part of days.json about the log in the tar file. */
export interface ToldLog {
  /** The host of the hub that keeps the log, as `new URL` spells it; absent if that hub has no public address. */
  host?: string;
}

/** Parses the member `log` of days.json; undefined if the value describes no log. */
export function parseToldLog(value: unknown): ToldLog | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { host } = value as { host?: unknown };
  return host === undefined ? {} : typeof host === 'string' ? { host } : undefined;
}

const OBJECTS = 'objects/';

/** Returns the name of the tar entry for an object. */
export function entryName(address: Address): string {
  return OBJECTS + objectName(address);
}

/** Returns the address of the object in the tar entry with this name; undefined for other entries. */
export function parseEntryName(name: string): Address | undefined {
  return name.startsWith(OBJECTS) ? parseObjectName(name.slice(OBJECTS.length)) : undefined;
}

const LOG = 'log/';

/** Returns the name of the tar entry for a file of the log. */
export const logEntryName = (path: string) => `${LOG}${path}`;

/**
 * Returns the path of a file of the log from the name of its tar entry; undefined for paths that the log in a tar file
 * can't have.
 */
export function parseLogEntryName(name: string): string | undefined {
  const path = name.startsWith(LOG) ? name.slice(LOG.length) : '';
  const kind = parseLogPath(path)?.kind;
  return path === CHECKPOINT || (parseTilePath(path) && kind) ? path : undefined;
}

/**
 * True if a log of `size` leaves has a tile at `path`. A partial tile counts only with the width that it has at this
 * size.
 */
export function isTileOf(size: number, path: string): boolean {
  const tile = parseTilePath(path);
  if (!tile) return false;
  const { level, index, width } = tile;
  const count = typeof level === 'number' ? hashesOfLevel(size, level) : size;
  return index * TILE_WIDTH < count && tileAt(level, index * TILE_WIDTH, count).width === width;
}
