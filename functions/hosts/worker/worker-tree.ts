// Opens the current tree of a bucket for an isolate, at the first request, and looks for a newer tree every few
// seconds. The caches of the tree fit into the isolate's memory.
import { gunzipSync } from 'node:zlib';
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import { LOG_FOLDER, mostOfLog } from '../../../src/log/log-paths.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { SITE_CLIENT } from '../../../src/tree/static-tree.ts';
import { CURRENT, parseCurrent, type Store } from '../../../src/tree/store.ts';
import type { LogPort, Tree } from '../../ports/ports.ts';
import { noSearch } from '../../search/no-search.ts';
import { bucketStore } from '../../stores/bytes/bucket-store.ts';
import { damageNotice } from '../../stores/bytes/damage-notice.ts';
import { searchFiles } from '../../stores/packs/packed-search.ts';
import { openPackedTree, type PackedTree } from '../../stores/packs/packed-tree.ts';
import { logElsewhere } from '../../stores/tree/log-files.ts';
import { changedTree } from '../../tree/served-trees.ts';
import type { ServedBucket } from './r2-bucket.ts';

/** The milliseconds between two looks for a new tree. */
const LOOK_EVERY_MS = 3000;
const MIB = 2 ** 20;
/** The maximum sizes in bytes of the caches, which share the 128 MB of an isolate. */
const MEMORY = { files: 16 * MIB, packs: 8 * MIB, list: 4 * MIB, log: 2 * MIB };
/**
 * If the search index has more bytes, an isolate can't search it. The limit is about 90,000 models. In workerd, code and heap
 * take 23 MB, and an open index 1.15 times its bytes. With full caches, and two indexes and the copy of a file while a
 * new tree is opened, that is 120 of the 128 MB.
 */
const MOST_INDEX = 32 * MIB;

export class WorkerTree {
  readonly #bucket: ServedBucket;
  readonly #store: Store;
  readonly #site: Store;
  /** The transparency log, which is in the same bucket. */
  readonly log: LogPort;
  readonly #onFault: (sentence: string) => void;
  readonly #mostIndex: number;
  #tree: Tree | undefined;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  /** If the search index has more than `mostIndex` bytes, there is no search. */
  constructor(bucket: ServedBucket, onFault: (sentence: string) => void, { mostIndex = MOST_INDEX } = {}) {
    this.#mostIndex = mostIndex;
    this.#bucket = bucket;
    this.#onFault = onFault;
    this.#store = {
      ...bucketStore(bucket),
      // This store keeps no copies of bytes, so there is nothing to forget.
      mistrust() {},
      damaged: damageNotice(bucket.address, onFault),
    };
    this.#site = bucketStore(bucket, {}, SITE_CLIENT);
    this.log = logElsewhere(bucketStore(bucket, { mostOf: mostOfLog }, LOG_FOLDER), MEMORY.log);
  }

  /** The tree that was opened last. */
  get current(): Tree | undefined {
    return this.#tree;
  }

  /**
   * Looks for a new tree, unless it looked less than `LOOK_EVERY_MS` ago. Waits for the result only while no tree is
   * open yet. `beside` keeps the isolate alive for work for which no request waits.
   */
  async look(beside: (work: Promise<unknown>) => void): Promise<void> {
    if (performance.now() - this.#looked >= LOOK_EVERY_MS)
      this.#looking ??= this.#open().finally(() => {
        this.#looked = performance.now();
        this.#looking = undefined;
      });
    if (!this.#looking) return;
    if (this.#tree) beside(this.#looking);
    else await this.#looking;
  }

  /** Opens the current tree. Never rejects: if the tree can't be opened, the hub keeps the former tree. */
  async #open(): Promise<void> {
    try {
      const text = await this.#store.get(CURRENT);
      const name = text && parseCurrent(new TextDecoder().decode(text));
      if (name === undefined) throw new Error(`${this.#bucket.address} names no tree: fill it with "model-hub push"`);
      if (name === this.#tree?.name) return;
      const settings = { store: this.#store, site: this.#site, gunzip: gunzipSync, memory: MEMORY };
      this.#tree = withinMemory(await openPackedTree(settings, name), this.#mostIndex);
    } catch (error) {
      this.#onFault(`the tree can't be opened: ${(error as Error).message}`);
    }
  }
}

/** The answers over all models that the build wrote. Without an index no further page follows them. */
const SEARCHED: ReadonlySet<string> = new Set([treePath(routes.models, {}), treePath(routes.facets, {})]);

/**
 * Returns `tree` with a search index that the first search opens, so that redirects do not wait for it. If the index
 * has more than `mostIndex` bytes, there is no search.
 */
function withinMemory(tree: PackedTree, mostIndex: number): Tree {
  const isTooLarge = new LazyValue(async () => {
    const files = await searchFiles(tree);
    return files.reduce((sum, { size }) => sum + size, 0) > mostIndex;
  });
  const search = new LazyValue<SearchPort>(async () => ((await isTooLarge.get()) ? noSearch(tree) : tree.search()));
  const unlessSearched = async <T>(path: string, read: () => Awaitable<T | undefined>) =>
    SEARCHED.has(path) && (await isTooLarge.get()) ? undefined : read();
  return changedTree(tree, {
    search: () => search.get(),
    read: (path) => unlessSearched(path, () => tree.read(path)),
    text: (path) => unlessSearched(path, () => tree.text(path)),
  });
}
