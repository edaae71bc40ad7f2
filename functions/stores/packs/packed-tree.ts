// Opens a tree of packs in any store. For each path it finds the pack, and the answer in the pack.
import { type Awaitable, andThen } from '../../../src/basics/awaitable.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { mergeShard, shardChanges } from '../../../src/tree/hash-shards.ts';
import { openPack, type Pack, readNamed } from '../../../src/tree/pack.ts';
import {
  hashShardPath,
  isAppPath,
  isObjectPath,
  listKeyOf,
  objectPath,
  parseHashShardPath,
  parseObjectPath,
  parseSitePath,
} from '../../../src/tree/static-tree.ts';
import type { Store } from '../../../src/tree/store.ts';
import { findListed, type Listed, type Shard, shardFor } from '../../../src/tree/tree-list.ts';
import type { BuiltFile } from '../../ports/built-file.ts';
import type { Tree } from '../../ports/ports.ts';
import { IndexMemory } from './index-memory.ts';
import { looseFile } from './loose-file.ts';
import { type Gunzip, type PackedFile, packedFile, textOf } from './packed-file.ts';
import { openSearch } from './packed-search.ts';
import { parseTreeStamp, type TreeStamp } from './tree-stamp.ts';

/** The maximum numbers of bytes that are kept of answers, of packs, and of the tree's list. */
interface TreeMemory {
  files: number;
  packs: number;
  list: number;
}

const MIB = 1024 * 1024;
const USUAL: TreeMemory = { files: 64 * MIB, packs: 16 * MIB, list: 16 * MIB };

interface TreeSettings {
  store: Store;
  /** The store of the website's pages and their compressed forms, if they are not in packs. */
  site?: Store;
  gunzip: Gunzip;
  memory?: TreeMemory;
  /** Keeps the files of the search index. By default each tree has its own memory for them. */
  index?: IndexMemory;
}

/**
 * Opens the tree whose name is `sha256`. Throws or rejects with a sentence if the tree is missing or has another
 * version.
 */
export function openPackedTree(settings: TreeSettings, sha256: string): Awaitable<PackedTree> {
  return andThen(
    readNamed(settings.store, sha256),
    (bytes) => new PackedTree(settings, sha256, parseTreeStamp(new TextDecoder().decode(bytes))),
  );
}

export class PackedTree implements Tree {
  readonly name: string;
  readonly id: string;
  readonly catalog: TreeStamp['catalog'];
  readonly snapshot: string;
  readonly baseUrl: string;
  readonly models: number;
  readonly repositories: readonly string[];
  readonly isSigned: boolean;
  readonly gated: readonly string[];
  readonly withdrawn: TreeStamp['withdrawn'];
  readonly nextPage: string | undefined;
  readonly #stamp: TreeStamp;
  readonly #settings: TreeSettings;
  readonly #files: Remembered<string, PackedFile>;
  /** The packs that are open, by their keys in the list. */
  readonly #packs: Remembered<string, Pack>;
  /** The shards of the list, by their names. */
  readonly #shards: Remembered<string, Uint8Array>;
  #search: Awaitable<SearchPort> | undefined;
  #hasSearchFailed = false;

  constructor(settings: TreeSettings, name: string, stamp: TreeStamp) {
    this.name = name;
    this.#settings = settings;
    const { files, packs, list } = settings.memory ?? USUAL;
    this.#files = new Remembered({ most: files, weigh: ({ weight }) => weight });
    this.#packs = new Remembered({ most: packs, weigh: ({ weight }) => weight });
    this.#shards = new Remembered({ most: list, weigh: ({ length }) => length });
    this.#stamp = stamp;
    this.id = stamp.id;
    this.catalog = stamp.catalog;
    this.snapshot = stamp.snapshot;
    this.baseUrl = stamp.baseUrl;
    this.models = stamp.models;
    this.repositories = stamp.repositories;
    this.isSigned = stamp.isSigned;
    this.gated = stamp.gated;
    this.withdrawn = stamp.withdrawn;
    this.nextPage = stamp.nextPage;
  }

  get rowsStart(): number {
    return this.#stamp.rowsStart;
  }

  /** The shards of the tree's list. */
  get list(): readonly Shard[] {
    return this.#stamp.list;
  }

  read(path: string): Awaitable<BuiltFile | undefined> {
    return this.#files.known(path) ?? this.#files.get(path, () => this.#open(path));
  }

  text(path: string): Awaitable<string | undefined> {
    return andThen(this.read(path), (file) => file && textOf(file));
  }

  range(path: string, start: number, end: number): Awaitable<Uint8Array | undefined> {
    if (isObjectPath(path)) return this.#settings.store.range(path, start, end);
    return this.#inPack(path, (pack, name) =>
      andThen(
        pack.find(name),
        (place) =>
          place && pack.bytes(Math.min(place.start + start, place.end), Math.min(place.start + end, place.end)),
      ),
    );
  }

  async answers(): Promise<boolean> {
    try {
      return (
        !this.#hasSearchFailed && (await this.#settings.store.size(objectPath('catalog', this.catalog))) !== undefined
      );
    } catch {
      return false;
    }
  }

  search(): Awaitable<SearchPort> {
    if (this.#search) return this.#search;
    const opened = openSearch(this, this.#settings.store, this.#settings.index ?? new IndexMemory());
    this.#search = opened;
    // After an outage of the store, the next search tries to open the index again.
    if (opened instanceof Promise)
      opened.then(
        (port) => {
          // From now on callers get the port itself, without a promise.
          this.#search = port;
          this.#hasSearchFailed = false;
        },
        () => {
          this.#search = undefined;
          this.#hasSearchFailed = true;
        },
      );
    return opened;
  }

  /** Returns the entry for `key` in the tree's list; undefined if the list lacks it. */
  listed(key: string): Awaitable<Listed | undefined> {
    const shard = shardFor(this.#stamp.list, key);
    return shard && andThen(this.#shard(shard[1]), (bytes) => findListed(bytes, key));
  }

  /** Returns the pack that the list has under `key`; undefined if there is none. */
  pack(key: string): Awaitable<Pack | undefined> {
    return this.#packs.get(key, () =>
      andThen(this.listed(key), (listed) => listed && openPack(this.#settings.store, listed)),
    );
  }

  #open(path: string) {
    const { store, site, gunzip } = this.#settings;
    if (isObjectPath(path)) return looseFile(store, path, parseObjectPath(path));
    const ofSite = parseSitePath(path);
    if (ofSite !== undefined) return site && looseFile(site, ofSite);
    const packed = (at: string) => this.#inPack(at, (pack, name) => packedFile(pack, name, !isAppPath(path), gunzip));
    const shard = parseHashShardPath(path);
    return shard === undefined ? packed(path) : hashShardFile(shard, { listed: (key) => this.listed(key), packed });
  }

  /** Does `work` with the pack that holds `path`; undefined if no pack holds it. */
  #inPack<T>(path: string, work: (pack: Pack, name: string) => Awaitable<T | undefined>): Awaitable<T | undefined> {
    const key = listKeyOf(path);
    if (key === undefined) return undefined;
    return andThen(this.pack(key), (pack) => pack && work(pack, path.slice(key.length + 1)));
  }

  #shard(sha256: string): Awaitable<Uint8Array> {
    return this.#shards.get(sha256, () => readNamed(this.#settings.store, sha256));
  }
}

/** The functions of a tree that this file uses. */
interface PackedShards {
  listed(key: string): Awaitable<unknown>;
  /** Returns the file at a path in a pack. */
  packed(path: string): Awaitable<PackedFile | undefined>;
}

/** Returns the shard with these three digits; undefined if it has no rows. */
function hashShardFile(shard: string, { listed, packed }: PackedShards): Awaitable<PackedFile | undefined> {
  const text = (path: string) => andThen(packed(path), (file) => file && textOf(file));
  const path = hashShardPath(shard);
  return andThen(shardChanges(shard, { listed, text }), (changes) =>
    changes.length === 0 ? packed(path) : andThen(text(path), (old) => madeOf(mergeShard(old, changes))),
  );
}

function madeOf(text: string | undefined): PackedFile | undefined {
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  const tag = sha256Hex(bytes).slice(0, 32);
  return { tag, size: bytes.length, body: () => bytes, twin: () => undefined, weight: bytes.length + 500 };
}
