// Follows a tree elsewhere, at another hub or in a bucket: opens a newer one whole before it is served, and while the place
// is away serves the old one from copies.
import { gunzipSync } from 'node:zlib';
import { CURRENT, formatCurrent, parseCurrent, type Store, StoreAway } from '../../../src/tree/store.ts';
import type { Tree } from '../../ports/ports.ts';
import { damageNotice } from '../bytes/damage-notice.ts';
import { indexMemory } from '../packs/index-memory.ts';
import { searchFiles } from '../packs/packed-search.ts';
import { openPackedTree, type PackedTree } from '../packs/packed-tree.ts';
import type { CurrentTree } from './current-tree.ts';
import type { FileCache } from './file-cache.ts';
import { keptStore, placedKey } from './kept-store.ts';
import { readAhead } from './read-ahead.ts';

/** A place that fails again and again is tried at least this often, unless its usual interval is longer. */
const MOST_WAIT_MS = 30_000;

/** Replaces the sentence of a fault when the place does not answer, because the sentences of one outage differ. */
const AWAY = 'away';

export interface RemotePlace {
  /** The address of the place, for people. */
  address: string;
  /** Holds `current`, packs and objects. */
  store: Store;
  /** Holds the files of the website. */
  site: Store;
  /** Milliseconds between looks at `current`, a file of seventy bytes. */
  lookEveryMs: number;
  /** The most bytes to fetch ahead; by default none. */
  mostAhead?: number;
}

interface Following {
  place: RemotePlace;
  cache: FileCache;
  /** Called with each fault once, and with its end. */
  onNotice: (sentence: string) => void;
}

/** Opens the current tree of a place and keeps looking for a newer one. */
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

/** Opens the tree of this name at a place. */
export function openRemoteTree(following: Following, name: string): Promise<Tree> {
  return openIn(storeOf(following), following.place, name);
}

const storeOf = ({ place, cache, onNotice }: Following) =>
  keptStore(place.store, cache, damageNotice(place.address, onNotice));

async function openIn(store: Store, { site }: RemotePlace, name: string): Promise<PackedTree> {
  const tree = await openPackedTree({ store, site, gunzip: gunzipSync, index: indexMemory }, name);
  // Opens the index ahead, so that no request waits for it.
  await tree.search();
  return tree;
}

class Follower {
  tree: PackedTree | undefined;
  /** The tree whose front pages were fetched ahead, or are being fetched. */
  #ahead: PackedTree | undefined;
  readonly #place: RemotePlace;
  readonly #cache: FileCache;
  readonly #store: Store;
  readonly #onNotice: (sentence: string) => void;
  #told: string | undefined;
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
    this.#store = storeOf({ place, cache, onNotice: this.#onNotice });
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get isAway(): boolean {
    return this.tree === undefined && this.#told === AWAY;
  }

  /** Looks again and again, one look at a time: at other moments than other instances, and less often after failures. */
  follow(): void {
    const { lookEveryMs } = this.#place;
    const wait = Math.max(lookEveryMs, Math.min(lookEveryMs * 2 ** this.#failures, MOST_WAIT_MS));
    const looked = () => this.look().then(() => this.#isStopped || this.follow());
    this.#timer = setTimeout(() => void looked(), wait * (0.9 + Math.random() * 0.2)).unref();
  }

  /** Stops looking and reporting. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Looks once. Never rejects. */
  async look(): Promise<void> {
    const { address } = this.#place;
    try {
      await this.#open(await this.#currentName());
      this.#readAhead();
      if (this.#told !== undefined) this.#onNotice(`the tree of ${address} is open now and served.`);
      this.#told = undefined;
      this.#failures = 0;
    } catch (error) {
      // One outage gives different sentences for different files, so they count as one fault.
      const sentence = `the tree of ${address} can't be opened: ${(error as Error).message}`;
      const fault = error instanceof StoreAway ? AWAY : sentence;
      const isNews = fault !== this.#told;
      this.#failures++;
      this.#told = fault;
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

  /** Opens the tree of this name, unless it is open, and records it as the one to start with. */
  async #open(name: string): Promise<void> {
    if (name === this.tree?.name) return;
    const fresh = await openIn(this.#store, this.#place, name);
    const search = await searchFiles(fresh);
    await this.#cache.put(this.#noteKey, new TextEncoder().encode(formatCurrent(name)));
    this.#cache.need([this.#noteKey, name, ...search.map(({ sha256 }) => sha256)]);
    this.tree = fresh;
  }

  /** Fetches ahead once for each tree, and again after the next look if that was cut short. Nobody waits for it. */
  #readAhead(): void {
    const { tree } = this;
    if (!tree || tree === this.#ahead) return;
    this.#ahead = tree;
    const most = Math.min(this.#place.mostAhead ?? 0, this.#cache.most / 2);
    readAhead({ tree, store: this.#store, most, isOver: () => this.#isStopped || this.tree !== tree }).catch(() => {
      this.#ahead = undefined;
    });
  }

  /** Opens the tree that was served last, if all files for a start are kept. */
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
