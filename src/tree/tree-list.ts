// The stamp of a tree, and its list: its packs and files, sorted, and cut into shards that are named by the SHA-256 of their bytes
// (decision 0001).
//
//   key TAB sha256 TAB size [TAB sha256 of its index]
//
// A key is the start, up to a slash, of all paths in a pack, or it is the path of a single file. Packs, files, shards
// and the tree itself are named by the SHA-256 of their bytes. The end of a shard depends only on the keys in the
// shard, so that a change leaves all other shards unchanged.
import { firstWhere } from '../basics/records.ts';
import { fnv1a } from '../digests/fnv1a.ts';
import { type Address, parseAddress } from '../nouns/address.ts';
import { compareBytewise } from '../nouns/file-path.ts';
import { findLine, linesOf } from '../resolve/sorted-lines.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import { TREE_FORMAT } from './store.ts';

const encoder = new TextEncoder();

/** A pack, or a single file, in the list. */
export interface Listed {
  key: string;
  /** The SHA-256 of the bytes in hex, which is also their name. */
  sha256: string;
  /** The size in bytes. */
  size: number;
  /** The SHA-256 of the index; absent if the pack or file is small enough to be read whole. */
  index?: string;
}

/** A shard: its first key, and its SHA-256. */
export type Shard = readonly [firstKey: string, sha256: string];

/** The average number of lines in a shard. With a hundred bytes in each line, a shard has some 50 kB. */
const LINES = 512;
/** The maximum number of lines of a shard, whatever its keys are. */
const MOST_LINES = 8 * LINES;

/** The folder of a store for everything whose name is its SHA-256. */
export const STORED = 'packs';

/** Returns the name in a store for the bytes with this SHA-256. */
export function storedName(sha256: string): string {
  return `${STORED}/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Returns the SHA-256 in a name that `storedName` made; undefined for any other name. */
export function parseStoredName(name: string): string | undefined {
  const sha256 = name.slice(STORED.length).replaceAll('/', '');
  return /^[0-9a-f]{64}$/.test(sha256) && name === storedName(sha256) ? sha256 : undefined;
}

export function formatListed({ key, sha256, size, index }: Listed): string {
  return `${key}\t${sha256}\t${size}${index === undefined ? '' : `\t${index}`}\n`;
}

/** Reads a line, which must not have its line feed. */
function parseListed(line: string): Listed {
  const [key = '', sha256 = '', size, index] = line.split('\t');
  const listed = { key, sha256, size: Number(size) };
  return index === undefined ? listed : { ...listed, index };
}

/** Reads all lines of a shard. */
export const parseShard = (shard: Uint8Array): Listed[] => linesOf(shard).map(parseListed);

/** A line of a shard, without its line feed. Only its key is parsed. */
export interface ShardLine {
  key: string;
  line: string;
  /** True for the last line of its shard. */
  isLast: boolean;
}

/** Returns the lines of a shard, with only their keys parsed: most lines go into the next list unchanged. */
export function* shardLines(shard: Uint8Array): Generator<ShardLine> {
  const lines = linesOf(shard);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    yield { key: line.slice(0, line.indexOf('\t')), line, isLast: at === lines.length - 1 };
  }
}

/** Parses a line of which only the key was read. */
export const listedIn = ({ line }: ShardLine): Listed => parseListed(line);

/** Finds the only shard that can list `key`; undefined if none can. */
export function shardFor(shards: readonly Shard[], key: string): Shard | undefined {
  return shards[firstWhere(0, shards.length, (at) => compareBytewise(shards[at]![0], key) > 0) - 1];
}

/** Finds the entry of `key` in `shard`; undefined if there is none. */
export function findListed(shard: Uint8Array, key: string): Listed | undefined {
  const line = findLine(shard, key);
  return line === undefined ? undefined : parseListed(line);
}

/** Cuts a list into shards. The lines must be added in the order of the bytes of their keys. */
/** `put` stores the bytes of a shard, and returns their SHA-256. */
export function shardCutter(put: (shard: Uint8Array) => string) {
  const shards: Shard[] = [];
  let lines: string[] = [];
  let firstKey = '';

  /**
   * Adds an entry, or a line of an earlier list that this class cut. A line of an earlier list ends a shard only if it
   * was the last of its shard. So the other lines need no hash of their key.
   */
  function add(entry: Listed | ShardLine): void {
    if (lines.length === 0) firstKey = entry.key;
    const isKnown = 'line' in entry;
    lines.push(isKnown ? `${entry.line}\n` : formatListed(entry));
    const isEnd = (!isKnown || entry.isLast) && endsShard(entry.key);
    if (isEnd || lines.length === MOST_LINES) cut();
  }

  /** Returns the shards of the whole list. */
  function finish(): Shard[] {
    if (lines.length > 0) cut();
    return shards;
  }

  function cut(): void {
    const bytes = encoder.encode(lines.join(''));
    shards.push([firstKey, put(bytes)]);
    lines = [];
  }

  return { add, finish };
}

/**
 * True for about one key in `LINES`, chosen by a hash of the key. The high bits of the hash depend on all letters of
 * the key, the low bits only on few.
 */
const endsShard = (key: string) => (fnv1a(encoder.encode(key)) >>> 16) % LINES === 0;

export interface TreeStamp {
  id: string;
  /** The catalog object from which the tree was built. */
  catalog: Address;
  /** The day of the catalog, YYYY-MM-DD. */
  snapshot: string;
  /** The public address of the hub, as the documents and pages of the tree name it. */
  baseUrl: string;
  /** The number of models that the tree serves. */
  models: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: string[];
  /** True if the hub that built the tree signs its transparency log. */
  isSigned: boolean;
  /** The ids of gated models. Requests for their files are refused. */
  gated: string[];
  /** The models that were withdrawn before the tree was built. */
  withdrawn?: readonly Withdrawal[] | undefined;
  /** The offset at which the rows of the catalog object begin. */
  rowsStart: number;
  /** The cursor of the second page of the list of models; the first page is built. */
  nextPage: string | undefined;
  /** The shards of the list, which names everything in the tree. */
  list: readonly Shard[];
}

/** Reads a stamp. Throws a sentence if it is damaged or has another version. */
export function parseTreeStamp(text: string): TreeStamp {
  const { format, id, catalog, snapshot, baseUrl, counts, repositories, signed, ...rest } = JSON.parse(text);
  const { gated, withdrawn, rowsStart, nextPage, list } = rest;
  if (format !== TREE_FORMAT)
    throw new Error(`the tree has the unknown format ${format}; rebuild with "model-hub build"`);
  const address = parseAddress(String(catalog));
  if (!address) throw new Error(`the tree names no catalog; rebuild with "model-hub build"`);
  return {
    id,
    catalog: address,
    snapshot,
    baseUrl,
    models: counts.models,
    repositories,
    isSigned: signed === true,
    gated,
    withdrawn,
    rowsStart,
    nextPage,
    list,
  };
}
