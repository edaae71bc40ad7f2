// Keeps files of a remote store on this host. Bytes under the name of a pack or an object never change: they are fetched
// once, and served even while the store is away. Other files are fetched each time, and kept for an outage.
import { type Awaitable, andThen } from '../../../src/basics/remembered.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { parseObjectPath } from '../../../src/tree/static-tree.ts';
import { type Store, StoreAway } from '../../../src/tree/store.ts';
import { parseStoredName } from '../../../src/tree/tree-list.ts';
import type { FileCache } from './file-cache.ts';

/** True for a name that always has the same bytes. */
const isForEver = (name: string) => parseStoredName(name) !== undefined || parseObjectPath(name) !== undefined;
/** The key of a pack is the SHA-256 in its name, so that two hubs with the same tree share one kept pack. */
const keyOf = (name: string) => parseStoredName(name) ?? sha256Hex(name);
const spanKey = (name: string, start: number, end: number) => sha256Hex(`${name} ${start}-${end}`);
const sizeKey = (name: string) => sha256Hex(`${name} size`);

/** Returns the cache's key for a name whose bytes may change, or may differ between places. */
export const placedKey = (place: string, name: string) => sha256Hex(`${place} ${name}`);

/** Returns the name of the plain form. */
const plainName = (name: string) => name.replace(/\.(?:br|gz)$/, '');

/**
 * Puts `cache` in front of `store`, whose address is `place`. `onDamage` gets the name of each pack or object that has
 * wrong bytes.
 */
export function cachedStore(store: Store, place: string, cache: FileCache, onDamage: (name: string) => void): Store {
  /** The running requests. Callers for the same key share a request. */
  const coming = new Map<string, Promise<Uint8Array | undefined>>();
  const once = (key: string, fetch: () => Promise<Uint8Array | undefined>) => {
    const known = coming.get(key);
    if (known) return known;
    const begun = fetch().finally(() => coming.get(key) === begun && coming.delete(key));
    coming.set(key, begun);
    return begun;
  };
  const kept = (key: string, fetch: () => Awaitable<Uint8Array | undefined>) =>
    once(key, async () => {
      const bytes = await fetch();
      if (bytes) await cache.put(key, bytes);
      return bytes;
    });
  /** Fetches a file; while the store is away, returns the bytes that came last. */
  const seen = async (name: string, most?: number) => {
    const key = placedKey(place, name);
    try {
      return await kept(key, () => store.get(name, most));
    } catch (error) {
      const last = error instanceof StoreAway ? cache.read(key) : undefined;
      // If the plain form is kept, a compressed form that was never fetched counts as absent.
      if (last || (error instanceof StoreAway && cache.read(placedKey(place, plainName(name))))) return last;
      throw error;
    }
  };
  return {
    piece: store.piece,
    get(name, most) {
      if (!isForEver(name)) return seen(name, most);
      // The cache need not check the bytes, because the reader does.
      return cache.read(keyOf(name), true) ?? kept(keyOf(name), () => store.get(name));
    },
    range(name, start, end) {
      if (!isForEver(name)) return andThen(seen(name), (bytes) => bytes?.slice(start, end));
      if (end <= start) return new Uint8Array();
      // A large piece of an object is one of all, which would push everything else out of the cache.
      if (end - start === store.piece && parseObjectPath(name)) return store.range(name, start, end);
      // The reader of a pack checks each span, and reports damaged ones.
      const key = spanKey(name, start, end);
      return cache.read(key) ?? kept(key, () => store.range(name, start, end));
    },
    size(name) {
      if (!isForEver(name)) return andThen(seen(name), (bytes) => bytes?.length);
      const key = sizeKey(name);
      const sized = async () => {
        const size = await store.size(name);
        return size === undefined ? undefined : new TextEncoder().encode(String(size));
      };
      return andThen(cache.read(key) ?? kept(key, sized), (text) => text && Number(new TextDecoder().decode(text)));
    },
    mistrust(name, start, end) {
      const key = start === undefined || end === undefined ? keyOf(name) : spanKey(name, start, end);
      for (const one of [key, sizeKey(name)]) {
        cache.forget(one);
        // A running request may bring the wrong bytes as well, so the next reader sends another one.
        coming.delete(one);
      }
    },
    damaged: onDamage,
  };
}

/** Makes a store that reads a name from `own`, in all its forms, if `own` has it, and any other name from `store`. */
export function ownFirst(own: Store, store: Store): Store {
  const of = (name: string) => andThen(own.size(plainName(name)), (size) => (size === undefined ? store : own));
  return {
    get: (name, most) => andThen(of(name), (one) => one.get(name, most)),
    range: (name, start, end) => andThen(of(name), (one) => one.range(name, start, end)),
    size: (name) => andThen(of(name), (one) => one.size(name)),
  };
}
