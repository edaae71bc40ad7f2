// Days as a tar file, for a way without a network: days.json tells of them, then comes the log that names the newest, where
// there is one, then the objects that they name. So whoever reads it from the front can refuse the log before any object is taken.
//
//   days.json                days, newest first, as an archive tells them; `log`: there is one, and the host it is of
//   log/checkpoint           the newest checkpoint of the log (C2SP tlog-checkpoint), to the byte
//   log/tile/entries/…       every bundle of leaves of that size, and
//   log/tile/<level>/…       every tile of hashes, as the log has them (C2SP tlog-tiles)
//   objects/<2 hex>/<62 hex> an object by the BLAKE3 of its bytes
import { parseLogPath } from '../../src/log/log-paths.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { hashesOfLevel, parseTilePath, TILE_WIDTH, tileAt } from '../../src/log/tiles.ts';
import { type Address, addressFromHex, hexOfAddress, parseAddress } from '../../src/nouns/address.ts';

/** The file that tells of the days. */
export const DAYS_FILE = 'days.json';
export const DAYS_FORMAT = 'hub.model-hub.days/v1';

/** What days.json says of the log in the file. */
export interface ToldLog {
  /** The host of the hub whose log it is, as `new URL` spells it; absent where the hub has no public address. */
  host?: string;
}

/** What a member `log` tells; undefined where it tells of none. */
export function parseToldLog(value: unknown): ToldLog | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { host } = value as { host?: unknown };
  return host === undefined ? {} : typeof host === 'string' ? { host } : undefined;
}

/** The name of an object's entry. */
export function entryName(address: Address): string {
  const hex = hexOfAddress(address);
  return `objects/${hex.slice(0, 2)}/${hex.slice(2)}`;
}

/** The address of the object in the entry called `name`; undefined when it is none. */
export function parseEntryName(name: string): Address | undefined {
  const found = /^objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(name);
  return found ? parseAddress(addressFromHex(found[1]! + found[2]!)) : undefined;
}

const LOG = 'log/';

/** The name of the entry of a file of the log. */
export const logEntryName = (path: string) => `${LOG}${path}`;

/** The path below the log of the entry called `name`; undefined where it is none of a log that a tar file carries. */
export function parseLogEntryName(name: string): string | undefined {
  const path = name.startsWith(LOG) ? name.slice(LOG.length) : '';
  const kind = parseLogPath(path)?.kind;
  return path === CHECKPOINT || (parseTilePath(path) && kind) ? path : undefined;
}

/** Whether a log of `size` leaves has a tile at `path`, as it stands at its end: no part of one that is longer by then. */
export function isTileOf(size: number, path: string): boolean {
  const tile = parseTilePath(path);
  if (!tile) return false;
  const { level, index, width } = tile;
  const count = typeof level === 'number' ? hashesOfLevel(size, level) : size;
  return index * TILE_WIDTH < count && tileAt(level, index * TILE_WIDTH, count).width === width;
}
