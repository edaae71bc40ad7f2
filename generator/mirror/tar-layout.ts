// Lays out days as a tar file, to carry them without a network: first days.json with a list, then the log that names the
// newest day, if there is one, then the objects of the days. So a reader can refuse the log before it takes any object.
//
// days.json days, newest first, as in an archive; `log`: present with a log, and names its host log/checkpoint the newest
// checkpoint of the log (C2SP tlog-checkpoint), to the byte log/tile/entries/… every bundle of leaves of that size, and
// log/tile/<level>/… every tile of hashes, as the log has them (C2SP tlog-tiles) objects/<2 hex>/<62 hex> an object by the
// BLAKE3 of its bytes
import { parseLogPath } from '../../src/log/log-paths.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { hashesOfLevel, parseTilePath, TILE_WIDTH, tileAt } from '../../src/log/tiles.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';

/** The file that lists the days. */
export const DAYS_FILE = 'days.json';
export const DAYS_FORMAT = 'hub.model-hub.days/v1';

/** The facts in days.json about the log in the file. */
export interface ToldLog {
  /** The host of the hub whose log it is, as `new URL` spells it; absent where the hub has no public address. */
  host?: string;
}

/** Parses the member `log`; undefined for a value that describes no log. */
export function parseToldLog(value: unknown): ToldLog | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { host } = value as { host?: unknown };
  return host === undefined ? {} : typeof host === 'string' ? { host } : undefined;
}

const OBJECTS = 'objects/';

/** The name of an object's entry. */
export function entryName(address: Address): string {
  return OBJECTS + objectName(address);
}

/** Gives the address of the object in the entry of this name; undefined for other entries. */
export function parseEntryName(name: string): Address | undefined {
  return name.startsWith(OBJECTS) ? parseObjectName(name.slice(OBJECTS.length)) : undefined;
}

const LOG = 'log/';

/** Gives the name of the entry of a file of the log. */
export const logEntryName = (path: string) => `${LOG}${path}`;

/** Gives the path below the log of the entry of this name; undefined for paths that no tar file's log has. */
export function parseLogEntryName(name: string): string | undefined {
  const path = name.startsWith(LOG) ? name.slice(LOG.length) : '';
  const kind = parseLogPath(path)?.kind;
  return path === CHECKPOINT || (parseTilePath(path) && kind) ? path : undefined;
}

/** True if a log that ends at `size` leaves has a tile at `path`. A partial tile that has since grown does not count. */
export function isTileOf(size: number, path: string): boolean {
  const tile = parseTilePath(path);
  if (!tile) return false;
  const { level, index, width } = tile;
  const count = typeof level === 'number' ? hashesOfLevel(size, level) : size;
  return index * TILE_WIDTH < count && tileAt(level, index * TILE_WIDTH, count).width === width;
}
