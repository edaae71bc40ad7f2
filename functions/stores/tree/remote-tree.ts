// Follows the tree in a bucket. A newer tree is opened as a whole before it is served. While the bucket is away, the old
// tree is served from copies.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LOG_FOLDER, mostOfLog } from '../../../src/log/log-paths.ts';
import type { BucketPlace, Config } from '../../../src/service/config.ts';
import { SITE_CLIENT, SITE_ENTRY } from '../../../src/tree/static-tree.ts';
import { CURRENT, formatCurrent, parseCurrent, type Store, StoreAway } from '../../../src/tree/store.ts';
import type { LogPort } from '../../ports/ports.ts';
import { bucketStore } from '../bytes/bucket-store.ts';
import { damageNotice } from '../bytes/damage-notice.ts';
import { folderStore } from '../bytes/folder-store.ts';
import { IndexMemory } from '../packs/index-memory.ts';
import { searchFiles } from '../packs/packed-search.ts';
import { openPackedTree, type PackedTree } from '../packs/packed-tree.ts';
import type { CurrentTree } from './current-tree.ts';
import { FileCache } from './file-cache.ts';
import { keptStore, lastSeenStore, ownFirst, placedKey } from './kept-store.ts';
import { logElsewhere } from './log-files.ts';

/** The milliseconds between two looks for a new tree. A new day must be served within seconds. */
const LOOK_MS = 2000;
/** The maximum number of milliseconds between two looks at a place that fails again and again. */
const MOST_WAIT_MS = 30_000;

/**
 * Identifies the fault that the place does not answer. A sentence can't identify it, because one outage has different
 * sentences for different files.
 */
const AWAY = 'away';

interface RemotePlace {
  /** The address of the place, for messages. */
  address: string;
  /** The store of `current`, packs and objects. */
  store: Store;
  /** The store of the website's files. */
  site: Store;
  /** The milliseconds between two reads of `current`, a file of seventy bytes. */
  lookEveryMs?: number;
}

/** Makes the place of a bucket that `model-hub push` fills, with the store of the transparency log there. */
export async function bucketTree(place: BucketPlace): Promise<RemotePlace & { log: Store }> {
  const { openBucket } = await import('../bytes/bucket.ts');
  const bucket = await openBucket(place, { trial: CURRENT });
  const { breaker } = bucket;
  return {
    address: bucket.address,
    store: bucketStore(bucket, { breaker }),
    site: bucketStore(bucket, { breaker }, SITE_CLIENT),
    log: bucketStore(bucket, { mostOf: mostOfLog, breaker }, LOG_FOLDER),
  };
}

/** Follows the tree in the bucket that HUB_TREE names, and reads the transparency log there. */
export async function followBucket(
  at: BucketPlace,
  { cache: { folder, bytes }, dist }: Pick<Config, 'cache' | 'dist'>,
  onNotice: (sentence: string) => void,
): Promise<{ tree: CurrentTree; cache: FileCache; log: LogPort }> {
  // The website is code, so it comes with this release, and never from a bucket.
  if (!existsSync(join(dist, SITE_ENTRY)))
    onNotice(`No website is built in ${dist}: pages that no tree holds are a 500. Run "model-hub build --website".`);
  const place = await bucketTree(at);
  const cache = new FileCache({ folder, most: bytes, onFault: onNotice });
  // Pages that are made here use the files of this release's website. Pages in packs use the files of the website with
  // which they were built.
  const site = ownFirst(folderStore(join(dist, SITE_CLIENT)), lastSeenStore(place.site, place.address, cache));
  const log = logElsewhere(lastSeenStore(place.log, `${place.address}/${LOG_FOLDER}`, cache));
  return { tree: await followRemoteTree({ place: { ...place, site }, cache, onNotice }), cache, log };
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
    const { lookEveryMs = LOOK_MS } = this.#place;
    const wait = Math.min(lookEveryMs * 2 ** this.#failures, MOST_WAIT_MS);
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
