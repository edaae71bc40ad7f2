// Follows a remote tree, at another hub or in a bucket. A newer tree is opened as a whole before it is served. While
// the place is away, the old tree is served from copies.
import { gunzipSync } from 'node:zlib';
import { CURRENT, formatCurrent, parseCurrent, type Store, StoreAway } from '../../../src/tree/store.ts';
import { damageNotice } from '../bytes/damage-notice.ts';
import { IndexMemory } from '../packs/index-memory.ts';
import { searchFiles } from '../packs/packed-search.ts';
import { openPackedTree, type PackedTree } from '../packs/packed-tree.ts';
import type { CurrentTree } from './current-tree.ts';
import type { FileCache } from './file-cache.ts';
import { keptStore, placedKey } from './kept-store.ts';
import { readAhead } from './read-ahead.ts';

/**
 * The maximum number of milliseconds between two looks at a place that fails again and again, unless its usual interval
 * is longer.
 */
const MOST_WAIT_MS = 30_000;

/**
 * Identifies the fault that the place does not answer. A sentence can't identify it, because one outage has different
 * sentences for different files.
 */
const AWAY = 'away';

export interface RemotePlace {
  /** The address of the place, for messages. */
  address: string;
  /** The store of `current`, packs and objects. */
  store: Store;
  /** The store of the website's files. */
  site: Store;
  /** The milliseconds between two reads of `current`, a file of seventy bytes. */
  lookEveryMs: number;
  /** The maximum number of bytes that are fetched in advance; by default none. */
  mostAhead?: number;
}

interface Following {
  place: RemotePlace;
  cache: FileCache;
  /** Called once with each fault, and when the fault is over. */
  onNotice: (sentence: string) => void;
}

/** Opens the current tree of a place, and then looks for newer trees again and again. */
export async function followRemoteTree(following: Following): Promise<CurrentTree> {
  const follower = new Follower(following);
  await follower.look();
  follower.follow();
  return {
    get: () => follower.tree,
    look: () => follower.look(),
    isNewest: () => !follower.isFailing,
    isAway: () => follower.isAway,
    stop: () => follower.stop(),
  };
}

class Follower {
  tree: PackedTree | undefined;
  /** The tree whose answers were fetched in advance, or are being fetched. */
  #ahead: PackedTree | undefined;
  readonly #place: RemotePlace;
  readonly #memory = new IndexMemory();
  readonly #cache: FileCache;
  readonly #store: Store;
  readonly #onNotice: (sentence: string) => void;
  #reported: string | undefined;
  /** The number of failed looks in a row. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ place, cache, onNotice }: Following) {
    this.#place = place;
    this.#cache = cache;
    this.#onNotice = (sentence) => {
      if (!this.#isStopped) onNotice(sentence);
    };
    this.#store = keptStore(place.store, cache, damageNotice(place.address, this.#onNotice));
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get isAway(): boolean {
    return this.tree === undefined && this.#reported === AWAY;
  }

  /**
   * Looks again and again, one look at a time. Random pauses keep instances apart, and the pauses get longer after
   * failures.
   */
  follow(): void {
    const { lookEveryMs } = this.#place;
    const wait = Math.max(lookEveryMs, Math.min(lookEveryMs * 2 ** this.#failures, MOST_WAIT_MS));
    const looked = () => this.look().then(() => this.#isStopped || this.follow());
    this.#timer = setTimeout(() => void looked(), wait * (0.9 + Math.random() * 0.2)).unref();
  }

  /** Stops looking for newer trees, and reporting faults. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Looks for a newer tree once. Never rejects. */
  async look(): Promise<void> {
    const { address } = this.#place;
    try {
      await this.#open(await this.#currentName());
      this.#readAhead();
      if (this.#reported !== undefined) this.#onNotice(`the tree of ${address} is open now and served.`);
      this.#reported = undefined;
      this.#failures = 0;
    } catch (error) {
      // One outage has different sentences for different files, so AWAY identifies all of them as one fault.
      const sentence = `the tree of ${address} can't be opened: ${(error as Error).message}`;
      const fault = error instanceof StoreAway ? AWAY : sentence;
      const isNews = fault !== this.#reported;
      this.#failures++;
      this.#reported = fault;
      const kept = this.tree ? undefined : await this.#openKept();
      if (isNews || kept)
        this.#onNotice(kept ? `${sentence}; the one of ${kept.snapshot} is kept here and served.` : sentence);
    }
  }

  async #currentName(): Promise<string> {
    const name = parseCurrent(new TextDecoder().decode(await this.#place.store.get(CURRENT)));
    if (name === undefined) throw new Error(`${this.#place.address} names no tree of this version`);
    return name;
  }

  /** Opens the tree with this name unless it is open, and stores its name for the next start. */
  async #open(name: string): Promise<void> {
    if (name === this.tree?.name) return;
    const settings = { store: this.#store, site: this.#place.site, gunzip: gunzipSync, index: this.#memory };
    const fresh = await openPackedTree(settings, name);
    // The index is opened in advance, so that no request waits for it.
    await fresh.search();
    const search = await searchFiles(fresh);
    await this.#cache.put(this.#noteKey, new TextEncoder().encode(formatCurrent(name)));
    this.#cache.need([this.#noteKey, name, ...search.map(({ sha256 }) => sha256)]);
    this.tree = fresh;
  }

  /** Fetches answers of each tree in advance, once and in the background. If this fails, the next look tries again. */
  #readAhead(): void {
    const { tree } = this;
    if (!tree || tree === this.#ahead) return;
    this.#ahead = tree;
    const most = Math.min(this.#place.mostAhead ?? 0, this.#cache.most / 2);
    readAhead({ tree, store: this.#store, most, isOver: () => this.#isStopped || this.tree !== tree }).catch(() => {
      this.#ahead = undefined;
    });
  }

  /** Opens the tree that was served last, if the cache has all files that are needed to open it. */
  async #openKept(): Promise<PackedTree | undefined> {
    const note = this.#cache.read(this.#noteKey);
    const name = note && parseCurrent(new TextDecoder().decode(note));
    if (name === undefined) return undefined;
    await this.#open(name).catch(() => {});
    return this.tree;
  }

  get #noteKey(): string {
    return placedKey(this.#place.address, CURRENT);
  }
}
