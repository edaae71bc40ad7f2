// The current tree of a bucket in an isolate: opened at the first request, looked for anew now and then, within the memory that an isolate has.
import { gunzipSync } from 'node:zlib';
import { LOG_FOLDER, mostOfLog } from '../../../src/log/log-paths.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { SITE_CLIENT } from '../../../src/tree/static-tree.ts';
import { CURRENT, parseCurrent, type Store } from '../../../src/tree/store.ts';
import type { LogPort, Tree } from '../../ports/ports.ts';
import { damageNotice } from '../../stores/bytes/damage-notice.ts';
import { bucketStore } from '../../stores/bytes/origin-store.ts';
import { openSearchFromAfar, searchFiles } from '../../stores/packs/packed-search.ts';
import { openPackedTree, type PackedTree } from '../../stores/packs/packed-tree.ts';
import { logElsewhere } from '../../stores/tree/log-files.ts';
import type { ServedBucket } from './r2-bucket.ts';

/** A new day is served so many milliseconds after it was pushed. */
const LOOK_EVERY_MS = 3000;
const MIB = 2 ** 20;
/** Shares of the 128 MB of an isolate. */
const MEMORY = { files: 16 * MIB, packs: 8 * MIB, list: 4 * MIB, log: 2 * MIB };
/** An isolate fetches only what a question needs of a search index with more bytes. */
const MOST_INDEX = 32 * MIB;

export class WorkerTree {
  readonly #bucket: ServedBucket;
  readonly #store: Store;
  readonly #site: Store;
  /** The log beside it. */
  readonly log: LogPort;
  readonly #onFault: (sentence: string) => void;
  readonly #mostIndex: number;
  #tree: Tree | undefined;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  /** Fetches only parts of a search index that has more than `mostIndex` bytes. */
  constructor(bucket: ServedBucket, onFault: (sentence: string) => void, { mostIndex = MOST_INDEX } = {}) {
    this.#mostIndex = mostIndex;
    this.#bucket = bucket;
    this.#onFault = onFault;
    this.#store = {
      ...bucketStore(bucket),
      // Nothing of it is kept but what was checked.
      mistrust() {},
      damaged: damageNotice(bucket.address, onFault),
    };
    this.#site = bucketStore(bucket, {}, SITE_CLIENT);
    this.log = logElsewhere(bucketStore(bucket, { mostOf: mostOfLog }, LOG_FOLDER), MEMORY.log);
  }

  /** The tree that was found last. */
  get current(): Tree | undefined {
    return this.#tree;
  }

  /** Looks for another tree, unless it did a moment ago; who finds none open yet waits. `beside` keeps the isolate up for what nobody waits for. */
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

  /** Opens the tree that is current. Never rejects: the one before is served on. */
  async #open(): Promise<void> {
    try {
      const text = await this.#store.get(CURRENT);
      const name = text && parseCurrent(new TextDecoder().decode(text));
      if (name === undefined) throw new Error(`${this.#bucket.address} names no tree: fill it with "model-hub push"`);
      if (name === this.#tree?.name) return;
      const settings = { store: this.#store, site: this.#site, gunzip: gunzipSync, memory: MEMORY };
      this.#tree = withinMemory(await openPackedTree(settings, name), this.#store, this.#mostIndex);
    } catch (error) {
      this.#onFault(`the tree can't be opened: ${(error as Error).message}`);
    }
  }
}

/** `tree`, whose index is looked at by whoever searches first: who is redirected waits for none of it. */
function withinMemory(tree: PackedTree, store: Store, mostIndex: number): Tree {
  const whole = tree.search.bind(tree);
  let search: Promise<SearchPort> | undefined;
  return Object.assign(tree, {
    search() {
      search ??= openIndex().catch((error) => {
        search = undefined;
        throw error;
      });
      return search;
    },
  });

  async function openIndex(): Promise<SearchPort> {
    const files = await searchFiles(tree);
    const isSmall = files.reduce((sum, { size }) => sum + size, 0) <= mostIndex;
    return isSmall ? whole() : openSearchFromAfar(tree, store);
  }
}
