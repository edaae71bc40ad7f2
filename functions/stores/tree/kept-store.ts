// Keeps files of a remote store on this host. A file whose name is the hash of its bytes is fetched once, and is served
// even while the store is away.
import { andThen } from '../../../src/basics/awaitable.ts';
import { joined } from '../../../src/basics/joined-bytes.ts';
import { openBlake3 } from '../../../src/digests/blake3.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { addressFromHex } from '../../../src/nouns/address.ts';
import { PART } from '../../../src/tree/pack-index.ts';
import { parseObjectPath } from '../../../src/tree/static-tree.ts';
import { type Store, StoreAway } from '../../../src/tree/store.ts';
import { parseStoredName } from '../../../src/tree/tree-list.ts';
import type { FileCache } from './file-cache.ts';

/** The size in bytes of a part of an object that is read in parts, such as a catalog. */
const OBJECT_PART = 16 * 1024;

/** True for a name that always has the same bytes. */
const isForEver = (name: string) => parseStoredName(name) !== undefined || parseObjectPath(name) !== undefined;
const partOf = (name: string) => (parseStoredName(name) === undefined ? OBJECT_PART : PART);

/**
 * Returns the cache's key for a name. The key of a pack is the SHA-256 in its name, so that two hubs with the same tree
 * share one kept pack.
 */
const keyOf = (name: string) => parseStoredName(name) ?? sha256Hex(name);
const partKey = (name: string, part: number) => sha256Hex(`${name} part ${part}`);
const sizeKey = (name: string) => sha256Hex(`${name} size`);

/** Returns the cache's key for a name whose bytes may change, or may differ between places. */
export const placedKey = (place: string, name: string) => sha256Hex(`${place} ${name}`);

/**
 * Puts `cache` in front of `store`, which holds packs and objects. `onDamage` gets the name of each file that has wrong
 * bytes.
 */
export function keptStore(store: Store, cache: FileCache, onDamage: (name: string) => void): Store {
  const kept = new KeptNames(store, cache);
  return {
    get: (name) => (isForEver(name) ? kept.get(name) : store.get(name)),
    range: (name, start, end) => (isForEver(name) ? kept.range(name, start, end) : store.range(name, start, end)),
    size: (name) => (isForEver(name) ? kept.size(name) : store.size(name)),
    ...(store.stream && { stream: store.stream }),
    mistrust: (name, start, end) => kept.forget(name, start, end),
    damaged: onDamage,
  };
}

class KeptNames {
  readonly #store: Store;
  readonly #cache: FileCache;
  /** The running requests. Callers for the same name share a request. */
  readonly #coming = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(store: Store, cache: FileCache) {
    this.#store = store;
    this.#cache = cache;
  }

  get(name: string) {
    // The cache need not check the hash of a pack, because the reader of the pack does.
    return (
      this.#cache.read(keyOf(name), parseStoredName(name) !== undefined) ?? this.#once(name, () => this.#fetch(name))
    );
  }

  size(name: string) {
    const known = this.#cache.read(sizeKey(name));
    if (known) return Number(new TextDecoder().decode(known));
    return andThen(this.#store.size(name), async (size) => {
      if (size !== undefined) await this.#cache.put(sizeKey(name), new TextEncoder().encode(String(size)));
      return size;
    });
  }

  range(name: string, start: number, end: number) {
    if (end <= start) return new Uint8Array();
    const size = partOf(name);
    const first = Math.floor(start / size);
    const count = Math.ceil(end / size) - first;
    const parts = Array.from({ length: count }, (_, at) => this.#cache.read(partKey(name, first + at)));
    const cut = (all: readonly Uint8Array[]) => joined(all).slice(start - first * size, end - first * size);
    const from = parts.indexOf(undefined);
    if (from < 0) return cut(parts as Uint8Array[]);
    // One request fetches everything from the first to the last missing part.
    const to = parts.lastIndexOf(undefined) + 1;
    const span = `${name} ${first + from} ${first + to}`;
    return this.#once(span, () => this.#fetchParts(name, first + from, first + to)).then((bytes) => {
      const before = parts.slice(0, from) as Uint8Array[];
      return bytes && cut([...before, bytes, ...(parts.slice(to) as Uint8Array[])]);
    });
  }

  forget(name: string, start?: number, end?: number): void {
    this.#cache.forget(sizeKey(name));
    if (start === undefined || end === undefined) {
      this.#cache.forget(keyOf(name));
      return;
    }
    const size = partOf(name);
    for (let part = Math.floor(start / size); part * size < end; part++) this.#cache.forget(partKey(name, part));
  }

  async #fetch(name: string): Promise<Uint8Array | undefined> {
    const bytes = await this.#store.get(name);
    if (bytes && (await isNamed(name, bytes))) await this.#cache.put(keyOf(name), bytes);
    return bytes;
  }

  /**
   * Fetches the parts from number `first` up to `end` as one span. The reader of a pack checks the parts, and reports
   * damaged ones.
   */
  async #fetchParts(name: string, first: number, end: number): Promise<Uint8Array | undefined> {
    const size = partOf(name);
    const bytes = await this.#store.range(name, first * size, end * size);
    for (let at = 0; bytes && at < bytes.length; at += size)
      await this.#cache.put(partKey(name, first + at / size), bytes.subarray(at, at + size));
    return bytes;
  }

  #once(what: string, fetch: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const coming = this.#coming.get(what);
    if (coming) return coming;
    const begun = fetch().finally(() => this.#coming.delete(what));
    this.#coming.set(what, begun);
    return begun;
  }
}

/**
 * Tells whether a name belongs to these bytes. Throws for an object with other bytes, because no later code checks an
 * object.
 */
async function isNamed(name: string, bytes: Uint8Array): Promise<boolean> {
  const sha256 = parseStoredName(name);
  if (sha256 !== undefined) return sha256Hex(bytes) === sha256;
  const found = addressFromHex((await openBlake3()).blake3Hex(bytes));
  if (found === parseObjectPath(name)) return true;
  throw new Error(`torn tree: the bytes of ${name} hash to ${found}`);
}

/**
 * Wraps `store`, whose bytes may change under the same name. Reads from `store` each time. While `store` is away,
 * returns the bytes that came last. `place` is the address of `store`.
 */
export function lastSeenStore(store: Store, place: string, cache: FileCache): Store {
  const keyAt = (name: string) => placedKey(place, name);
  const seen = async (name: string) => {
    try {
      const bytes = await store.get(name);
      if (bytes) await cache.put(keyAt(name), bytes);
      return bytes;
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      const last = cache.read(keyAt(name));
      // If the plain form is kept, a compressed form that was never fetched counts as absent.
      if (!last && cache.read(keyAt(plainName(name))) === undefined) throw error;
      return last;
    }
  };
  return {
    get: seen,
    range: (name, start, end) => andThen(seen(name), (bytes) => bytes?.slice(start, end)),
    size: (name) => andThen(seen(name), (bytes) => bytes?.length),
  };
}

/** Makes a store that reads a name from `own`, in all its forms, if `own` has it, and any other name from `store`. */
export function ownFirst(own: Store, store: Store): Store {
  const of = (name: string) => andThen(own.size(plainName(name)), (size) => (size === undefined ? store : own));
  return {
    get: (name) => andThen(of(name), (one) => one.get(name)),
    range: (name, start, end) => andThen(of(name), (one) => one.range(name, start, end)),
    size: (name) => andThen(of(name), (one) => one.size(name)),
  };
}

/** Returns the name of the plain form. */
const plainName = (name: string) => name.replace(/\.(?:br|gz)$/, '');
