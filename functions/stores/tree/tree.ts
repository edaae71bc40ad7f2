// The tree of a hub over any store of bytes: finds the pack of each path, and the answer in the pack. It serves the
// answers at the hub's own address, and leaves out the models that were withdrawn after the build.
import { type Awaitable, andThen, createRemembered } from '../../../src/basics/remembered.ts';
import { escaped } from '../../../src/basics/shown-text.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { type Withdrawal, withdrawalOf } from '../../../src/service/withdrawals.ts';
import { treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
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
  printsAddress,
} from '../../../src/tree/static-tree.ts';
import type { Store } from '../../../src/tree/store.ts';
import { findListed, type Listed, parseTreeStamp, shardFor, type TreeStamp } from '../../../src/tree/tree-list.ts';
import { compressedText } from '../../answers/built-answer.ts';
import { type BuiltFile, kept, type Ports, type Tree, type TreeMemory } from '../../ports/ports.ts';
import { looseFile, packedFile, textFile, textOf } from './tree-file.ts';
import { exceedsIndexLimit, type IndexFile, indexEntry, openSearch } from './tree-search.ts';

/** The maximum number of bytes that are kept of a tree, and of the answers that are made of it for another address. */
const [MEMORY, OTHER_MEMORY] = [128 * 2 ** 20, 32 * 2 ** 20];

export interface TreeOptions {
  /** The store of packs and objects. */
  bytes: Store;
  /** The store of the website's pages and their compressed forms, if they are not in packs. */
  site?: Store | undefined;
  /** The maximum number of bytes that are kept in memory. */
  memory?: number | undefined;
  /** If the search index has more bytes, the tree has no search. */
  mostIndex?: number | undefined;
  /** The tree that was served before. A search index that stays the same is not read again. */
  former?: StoredTree | undefined;
}

/** A tree whose packs can be read as well. */
export interface StoredTree extends Tree {
  /** Returns the pack that the list has under `key`; undefined if there is none. */
  pack(key: string): Awaitable<Pack | undefined>;
  /** The store of packs and objects. */
  bytes: Store;
  /** Returns the list's entry of the search index. Throws or rejects if there is none. */
  indexEntry(): Awaitable<Listed>;
  /** The search index, if it is in memory. */
  openIndex(): IndexFile | undefined;
}

/**
 * Opens the tree whose name is `sha256`. Reads nothing but its stamp. Throws or rejects with a sentence if the tree is
 * missing or has another version.
 */
export function openStoredTree(options: TreeOptions, sha256: string): Awaitable<StoredTree> {
  return andThen(readNamed(options.bytes, sha256), (bytes) =>
    servedTree(new TreeFiles(options, sha256, parseTreeStamp(new TextDecoder().decode(bytes)))),
  );
}

const memoryOf = (most: number): TreeMemory =>
  createRemembered({ most, weigh: ({ weight, byteLength, size = 0 }) => weight ?? (byteLength ?? 2 * size) + 500 });

/** Reads the files of a tree as they were built. */
class TreeFiles {
  readonly options: TreeOptions;
  readonly name: string;
  readonly stamp: TreeStamp;
  readonly memory: TreeMemory;
  index: IndexFile | undefined;
  #search: Awaitable<SearchPort> | undefined;
  #hasSearchFailed = false;

  constructor(options: TreeOptions, name: string, stamp: TreeStamp) {
    this.options = options;
    this.name = name;
    this.stamp = stamp;
    this.memory = memoryOf(options.memory ?? MEMORY);
  }

  read(path: string): Awaitable<BuiltFile | undefined> {
    return kept(this, path, () => this.#open(path));
  }

  range(path: string, start: number, end: number): Awaitable<Uint8Array | undefined> {
    if (isObjectPath(path)) return this.options.bytes.range(path, start, end);
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
      const { catalog } = this.stamp;
      return !this.#hasSearchFailed && (await this.options.bytes.size(objectPath('catalog', catalog))) !== undefined;
    } catch {
      return false;
    }
  }

  search(): Awaitable<SearchPort> {
    this.#search ??= this.#openSearch();
    return this.#search;
  }

  async #openSearch(): Promise<SearchPort> {
    try {
      const { former } = this.options;
      const { port, index } = await openSearch(this, former?.openIndex());
      // The former tree must not stay in memory for as long as this one.
      this.options.former = undefined;
      this.index = index;
      this.#hasSearchFailed = false;
      // From now on callers get the port itself, without a promise.
      this.#search = port;
      return port;
    } catch (error) {
      // The next search tries to open the index again.
      this.#search = undefined;
      this.#hasSearchFailed = true;
      throw error;
    }
  }

  /** Returns the entry for `key` in the tree's list; undefined if the list lacks it. */
  listed(key: string): Awaitable<Listed | undefined> {
    const shard = shardFor(this.stamp.list, key);
    if (!shard) return undefined;
    const read = kept(this, `shard ${shard[1]}`, () => readNamed(this.options.bytes, shard[1]));
    return andThen(read, (bytes) => findListed(bytes, key));
  }

  pack(key: string): Awaitable<Pack | undefined> {
    return kept(this, `pack ${key}`, () =>
      andThen(this.listed(key), (listed) => listed && openPack(this.options.bytes, listed)),
    );
  }

  #open(path: string): Awaitable<BuiltFile | undefined> {
    const { bytes, site } = this.options;
    if (isObjectPath(path)) return looseFile(bytes, path, parseObjectPath(path));
    const ofSite = parseSitePath(path);
    if (ofSite !== undefined) return site && looseFile(site, ofSite);
    const shard = parseHashShardPath(path);
    return shard === undefined ? this.#packed(path) : this.#hashShard(shard);
  }

  #packed(path: string): Awaitable<BuiltFile | undefined> {
    return this.#inPack(path, (pack, name) => packedFile(pack, name, !isAppPath(path)));
  }

  /** Returns the shard of hashes with these three digits; undefined if it has no rows. */
  #hashShard(shard: string): Awaitable<BuiltFile | undefined> {
    const text = (path: string) => andThen(this.#packed(path), (file) => file && textOf(file));
    const path = hashShardPath(shard);
    return andThen(shardChanges(shard, { listed: (key) => this.listed(key), text }), (changes) => {
      if (changes.length === 0) return this.#packed(path);
      return andThen(text(path), (old) => textFile(mergeShard(old, changes)));
    });
  }

  /** Does `work` with the pack that holds `path`; undefined if no pack holds it. */
  #inPack<T>(path: string, work: (pack: Pack, name: string) => Awaitable<T | undefined>): Awaitable<T | undefined> {
    const key = listKeyOf(path);
    if (key === undefined) return undefined;
    return andThen(this.pack(key), (pack) => pack && work(pack, path.slice(key.length + 1)));
  }
}

/** The address and the withdrawals with which a hub serves a tree. */
interface Serving extends Pick<Ports, 'baseUrl' | 'compress'> {
  /** The withdrawals in the hub's database. */
  list: readonly Withdrawal[];
}

/** The paths of the search answers that the build wrote. */
const SEARCHED: ReadonlySet<string> = new Set([treePath(routes.models, {}), treePath(routes.facets, {})]);
const NONE: readonly Withdrawal[] = [];

/** Makes the tree over `files`, as it was built or as a hub serves it. */
function servedTree(files: TreeFiles, serving?: Serving): StoredTree {
  const { name, options, stamp } = files;
  const { baseUrl = stamp.baseUrl, compress = {}, list = NONE } = serving ?? {};
  const { withdrawn, ids } = withdrawnAfter(stamp, list);
  const [rows, links] = [ids.map((id) => `",${JSON.stringify(id)},"`), ids.map((id) => `/models/${id}/`)];
  const move = baseUrl === stamp.baseUrl ? undefined : mover(stamp.baseUrl, baseUrl);
  const memory = serving ? memoryOf(OTHER_MEMORY) : files.memory;
  // The answers over all models are made anew if models were withdrawn, and are absent without a search index.
  const unlessLacking = <T>(path: string, read: () => Awaitable<T | undefined>) => {
    if (!SEARCHED.has(path)) return read();
    return andThen(ids.length > 0 || exceedsIndexLimit(files), (isAbsent) => (isAbsent ? undefined : read()));
  };
  /** The marks of lines that name withdrawn models in the file at `path`: a shard of hashes, a sitemap or a feed. */
  const marksIn = (path: string) =>
    parseHashShardPath(path) === undefined ? (isLinesOfModels(path) ? links : []) : rows;
  const isMoved = (path: string) => move !== undefined && printsAddress(path);
  const changed = (path: string, text: string) => withoutLines(isMoved(path) ? move!(text) : text, marksIn(path));
  let rest: { all: SearchPort; port: SearchPort } | undefined;
  let last: { as: Serving; tree: Tree } | undefined;
  const tree: StoredTree = {
    ...stamp,
    name,
    baseUrl,
    withdrawn,
    memory,
    bytes: options.bytes,
    read: (path) =>
      unlessLacking(path, () => {
        if (!isMoved(path) && marksIn(path).length === 0) return files.read(path);
        return kept(tree, path, () =>
          andThen(tree.text(path), (text) => (text === undefined ? undefined : compressedText(text, compress))),
        );
      }),
    text: (path) =>
      unlessLacking(path, () =>
        andThen(files.read(path), (file) => file && andThen(textOf(file), (text) => changed(path, text))),
      ),
    range: (path, start, end) => files.range(path, start, end),
    answers: () => files.answers(),
    search: () =>
      andThen(files.search(), (all) => {
        if (ids.length === 0) return all;
        if (rest?.all !== all) rest = { all, port: all.without(ids) };
        return rest.port;
      }),
    pack: (key) => files.pack(key),
    indexEntry: () => indexEntry(files),
    openIndex: () => files.index,
    served({ baseUrl, compress, withdrawn }) {
      const list = withdrawn?.() ?? NONE;
      if (baseUrl === stamp.baseUrl && list.length === 0) return tree;
      if (last?.as.baseUrl !== baseUrl || last.as.list !== list) {
        const as = { baseUrl, compress, list };
        last = { as, tree: servedTree(files, as) };
      }
      return last.tree;
    },
  };
  return tree;
}

/**
 * Adds the withdrawals of `list` to those of a tree. `ids` are the models that are still in the lists of the tree; a
 * model that was withdrawn before the build is in none.
 */
function withdrawnAfter({ withdrawn = NONE }: TreeStamp, list: readonly Withdrawal[]) {
  if (list.length === 0) return { withdrawn, ids: [] };
  const ids = list.flatMap(({ model }) => (withdrawalOf(withdrawn, model) ? [] : model));
  const before = withdrawn.filter(({ model }) => withdrawalOf(list, model) === undefined);
  return { withdrawn: [...before, ...list].sort((one, other) => (one.model < other.model ? -1 : 1)), ids };
}

/** True for a sitemap and for a feed, which have a line for each link to a model's page. */
const isLinesOfModels = (path: string) => printsAddress(path) && path.endsWith('.xml');

/** Returns the text without the lines that contain one of `marks`, in any letter case. */
function withoutLines(text: string, marks: readonly string[]): string {
  if (marks.length === 0) return text;
  const lower = marks.map((mark) => mark.toLowerCase());
  const names = (line: string) => lower.some((mark) => line.toLowerCase().includes(mark));
  return text
    .split('\n')
    .filter((line) => !names(line))
    .join('\n');
}

/**
 * Makes a function that replaces one address by another. It also replaces the address without `http(s)://`, because
 * references to images of the registry begin with it.
 */
export function mover(from: string, to: string): (text: string) => string {
  const [own, other] = [hostOf(from), hostOf(to)];
  // The pattern does not match inside a longer host name that ends or begins with ours.
  const address = new RegExp(`(?<![\\w.-])(?:${from.slice(0, -own.length)})?${escaped(own)}(?![\\w-]|[.:]\\w)`, 'g');
  const isSafe = from.startsWith('http:') && to.startsWith('https:');
  return (text) => {
    const moved = text.replace(address, (found) => (found === own ? other : to));
    // Registry clients need `--plain-http` only if the hub has no TLS.
    return isSafe ? moved.replaceAll(' --plain-http', '') : moved;
  };
}

const hostOf = (url: string) => url.slice(url.indexOf('://') + '://'.length);
