// The list of a tree: its content, sorted and cut into shards that are named by their bytes (decision 0001).
//
// key TAB sha256 TAB size [TAB sha256 of its index]
//
// A key is the beginning of the paths of all that lies in a pack, up to a slash; or it is the path of one file.
// Packs, files, shards and the tree itself have the SHA-256 of their bytes for a name. Where a shard ends follows from
// the keys in it and from nothing else, so that a change somewhere leaves the other shards as they were.

import { firstWhere } from '../basics/first-where.ts';
import { fnv1a } from '../digests/fnv1a.ts';
import { compareBytewise } from '../nouns/file-path.ts';
import { findLine, linesOf } from '../resolve/sorted-lines.ts';

const encoder = new TextEncoder();

/** A pack, or a file that stands for itself. */
export interface Listed {
  key: string;
  /** The SHA-256 of its bytes in hex, which is its name. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** The name of its index, if it is too large to be read whole. */
  index?: string;
}

/** A shard: its first key, and its name. */
export type Shard = readonly [firstKey: string, sha256: string];

/** The average lines of a shard: at a hundred bytes each, it is read, checked and kept like a pack. */
const LINES = 512;
/** The most lines of a shard, for any keys. */
const MOST_LINES = 8 * LINES;

/** The folder of a store for everything that is named by its SHA-256. */
export const STORED = 'packs';

/** Gives the place in a store of the bytes with this SHA-256. */
export function storedName(sha256: string): string {
  return `${STORED}/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Gives the SHA-256 in a name that `storedName` makes; undefined for any other name. */
export function parseStoredName(name: string): string | undefined {
  const sha256 = name.slice(STORED.length).replaceAll('/', '');
  return /^[0-9a-f]{64}$/.test(sha256) && name === storedName(sha256) ? sha256 : undefined;
}

export function formatListed({ key, sha256, size, index }: Listed): string {
  return `${key}\t${sha256}\t${size}${index === undefined ? '' : `\t${index}`}\n`;
}

/** Reads a line, without its line feed. */
function parseListed(line: string): Listed {
  const [key = '', sha256 = '', size, index] = line.split('\t');
  const listed = { key, sha256, size: Number(size) };
  return index === undefined ? listed : { ...listed, index };
}

/** Reads all lines of a shard. */
export const parseShard = (shard: Uint8Array): Listed[] => linesOf(shard).map(parseListed);

/** Finds the only shard that can list `key`; undefined if none can. */
export function shardFor(shards: readonly Shard[], key: string): Shard | undefined {
  return shards[firstWhere(0, shards.length, (at) => compareBytewise(shards[at]![0], key) > 0) - 1];
}

/** Finds the entry of `key` in `shard`; undefined if there is none. */
export function findListed(shard: Uint8Array, key: string): Listed | undefined {
  const line = findLine(shard, key);
  return line === undefined ? undefined : parseListed(line);
}

/** Cuts a list into shards while its lines come in, in the order of the bytes of their keys. */
export class ShardCutter {
  readonly shards: Shard[] = [];
  readonly #put: (shard: Uint8Array) => string;
  #lines: string[] = [];
  #firstKey = '';

  /** `put` keeps the bytes of a shard, and gives their SHA-256. */
  constructor(put: (shard: Uint8Array) => string) {
    this.#put = put;
  }

  add(listed: Listed): void {
    if (this.#lines.length === 0) this.#firstKey = listed.key;
    this.#lines.push(formatListed(listed));
    if (endsShard(listed.key) || this.#lines.length === MOST_LINES) this.#cut();
  }

  /** Gives the shards of the whole list. */
  finish(): Shard[] {
    if (this.#lines.length > 0) this.#cut();
    return this.shards;
  }

  #cut(): void {
    const bytes = encoder.encode(this.#lines.join(''));
    this.shards.push([this.#firstKey, this.#put(bytes)]);
    this.#lines = [];
  }
}

/** True for one key in `LINES`, by a hash of the key: its low bits depend on few letters, the high ones on all. */
const endsShard = (key: string) => (fnv1a(encoder.encode(key)) >>> 16) % LINES === 0;
