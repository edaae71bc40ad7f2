// Reads the list of a tree on disk, for builds and checks: a single entry by its key, or all entries in order.

import type { Pack } from '../../src/tree/pack.ts';
import { listKeyOf } from '../../src/tree/static-tree.ts';
import {
  findListed,
  type Listed,
  parseShard,
  type Shard,
  type ShardLine,
  shardFor,
  shardLines,
} from '../../src/tree/tree-list.ts';
import { directorySpan, readDirectory, ZIP_TAIL } from '../../src/tree/zip.ts';
import { unpackers } from '../files/compress.ts';
import { packAt, readPacked } from './dist-store.ts';

export class ListReader {
  readonly #dist: string;
  readonly shards: readonly Shard[];
  #last: { sha256: string; bytes: Buffer } | undefined;

  constructor(dist: string, shards: readonly Shard[]) {
    this.#dist = dist;
    this.shards = shards;
  }

  /** Finds the entry under `key`; undefined if there is none. Throws if the list is damaged. */
  find(key: string): Listed | undefined {
    const shard = shardFor(this.shards, key);
    return shard && findListed(this.#bytes(shard[1]), key);
  }

  /** Yields all entries in the order of their keys. */
  *all(): Generator<Listed> {
    for (const [, sha256] of this.shards) yield* parseShard(this.#bytes(sha256));
  }

  /** Yields the lines of all entries in the order of their keys. */
  *lines(): Generator<ShardLine> {
    for (const [, sha256] of this.shards) yield* shardLines(this.#bytes(sha256));
  }

  /**
   * Opens the pack that has the answer for a path; undefined if the tree has none. Throws if the list or the pack is
   * damaged.
   */
  packOf(path: string): Pack | undefined {
    const listed = this.find(listKeyOf(path) ?? '');
    return listed && packAt(this.#dist, listed);
  }

  /** Returns the uncompressed answer for a path that `static-tree.ts` made; undefined if the tree lacks it. */
  read(path: string): Buffer | undefined {
    const pack = this.packOf(path);
    const key = listKeyOf(path)!;
    return (
      pack && (key === path ? (pack.bytes(0, pack.size) as Buffer) : listedEntry(pack, path.slice(key.length + 1)))
    );
  }

  #bytes(sha256: string): Buffer {
    if (this.#last?.sha256 !== sha256) this.#last = { sha256, bytes: readPacked(this.#dist, sha256) };
    return this.#last.bytes;
  }
}

/**
 * Returns an entry of a pack as it is stored, perhaps compressed; undefined if the pack has no entry with this name.
 */
export function storedEntry(pack: Pack, name: string): Buffer | undefined {
  const place = pack.find(name) as Exclude<ReturnType<Pack['find']>, Promise<unknown>>;
  return place && Buffer.from(pack.bytes(place.start, place.end) as Uint8Array);
}

/** Returns the uncompressed form of an answer in a pack; undefined if the pack has no entry with this name. */
export function listedEntry(pack: Pack, name: string): Buffer | undefined {
  const plain = storedEntry(pack, name);
  if (plain) return plain;
  const packed = storedEntry(pack, `${name}.gz`);
  return packed && unpackers.gz(packed);
}

/** Yields the name and the stored bytes of every entry of a pack. */
export function* listedEntries(pack: Pack): Generator<[name: string, bytes: Buffer]> {
  const tail = pack.bytes(Math.max(0, pack.size - ZIP_TAIL), pack.size) as Uint8Array;
  const { start, end } = directorySpan(tail, pack.size);
  for (const place of readDirectory(pack.bytes(start, end) as Uint8Array))
    yield [place.name, Buffer.from(pack.bytes(place.start, place.end) as Uint8Array)];
}
