// Which files a log has (C2SP tlog-tiles, decision 0034), and how large each may be at most.
import type { LogFiles } from './log-proofs.ts';
import { HASH_BYTES } from './merkle.ts';
import { MAX_ENTRY, parseTilePath, TILE_WIDTH } from './tiles.ts';

/** Where a log lies beside a tree: a folder, and what its addresses begin with. */
export const LOG_FOLDER = 'log';
/** The verifier keys, a line each: those of the log, then of witnesses. */
export const KEYS = 'keys';

/** `hashes` is a tile, `entries` the leaves, `ids` and `first` what a day's list has beside its tiles. */
type LogFileKind = 'checkpoint' | 'keys' | 'hashes' | 'entries' | 'ids' | 'first';

/** Bytes of a file of each kind at most: of a tile as the format has it, of all else far more than it ever takes. */
const MOST: Readonly<Record<LogFileKind, number>> = {
  checkpoint: 256 * 1024,
  keys: 64 * 1024,
  hashes: TILE_WIDTH * HASH_BYTES,
  entries: TILE_WIDTH * (2 + MAX_ENTRY),
  ids: TILE_WIDTH * 1024,
  first: 16 * 2 ** 20,
};

/** Bytes of the file at a path below the log at most; none where no file of a log can be. */
export const mostOfLog = (path: string): number => parseLogPath(path)?.most ?? 0;

/** Reads at most so many bytes at a path; undefined where nothing is. */
export type ReadBytes = (path: string, most: number) => Promise<Uint8Array | undefined>;

/** The files of the log below `folder`, a path that ends in a slash, none of them longer than it may be. */
export function logBelow(folder: string, read: ReadBytes): LogFiles {
  return (path) => {
    const most = mostOfLog(path);
    // A path that is of no log comes of a checkpoint that is wrong.
    return most === 0 ? undefined : read(folder + path, most);
  };
}

const OF_DAY = /^days\/[0-9a-f]{64}\/(.+)$/;

/** Names the kind of file at a path below the log, and its most bytes; undefined where no file of a log can be. */
export function parseLogPath(path: string): { kind: LogFileKind; most: number } | undefined {
  const kind = kindOf(path);
  return kind && { kind, most: MOST[kind] };
}

function kindOf(path: string): LogFileKind | undefined {
  if (path === 'checkpoint' || path === KEYS) return path;
  const ofDay = OF_DAY.exec(path)?.[1];
  if (ofDay === 'first') return ofDay;
  const level = parseTilePath(ofDay ?? path)?.level;
  if (level === undefined) return undefined;
  if (typeof level === 'number') return 'hashes';
  // A log has no ids, and the list of a day no entries.
  return (level === 'ids') === (ofDay !== undefined) ? level : undefined;
}
