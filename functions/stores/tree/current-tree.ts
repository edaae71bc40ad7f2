// Follows `<dist>/current`, the file that names the current tree. A new build is opened as a whole before it is used;
// until then the former build is served.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENT } from '../../../src/tree/store.ts';
import { storedName } from '../../../src/tree/tree-list.ts';
import type { Tree } from '../../ports/ports.ts';
import { IndexMemory } from '../packs/index-memory.ts';
import { currentTree, type DiskTree, openTree } from './node-tree.ts';

const LOOK_EVERY_MS = 1000;
/**
 * The pause after a failed attempt, as a multiple of the time that the attempt took. Reading a large index is costly.
 */
const REST = 10;

export interface CurrentTree {
  get(): Tree | undefined;
  /** Looks for a newer tree now, and reads its index in advance. Never rejects. */
  look(): Promise<void>;
  /** False while the newest tree can't be opened, or while it is unknown which tree is the newest. */
  isNewest(): boolean;
  /** True if no tree is open because the store of the tree does not answer. */
  isAway(): boolean;
  stop(): void;
}

/**
 * Opens the current tree, and then looks for newer trees again and again. `onNotice` gets each fault once, and the news
 * that it is over.
 */
export function followCurrentTree(
  dist: string,
  onNotice: (sentence: string) => void,
  lookEveryMs = LOOK_EVERY_MS,
): CurrentTree {
  const follower = new Follower(dist, onNotice);
  follower.begin();
  const timer = setInterval(() => void follower.look(), lookEveryMs).unref();
  return {
    get: () => follower.tree,
    look: () => follower.look(),
    isNewest: () => !follower.isFailing,
    isAway: () => false,
    stop: () => clearInterval(timer),
  };
}

/** A tree on the disk, with facts that identify it without opening it. */
interface Found {
  /** The name in `current`, for messages. */
  name: string;
  /**
   * A text that differs from that of every other tree, even one with the same name; undefined if the tree is missing.
   */
  identity: string | undefined;
}

class Follower {
  readonly #dist: string;
  readonly #onNotice: (sentence: string) => void;
  readonly #memory = new IndexMemory();
  /** The tree that answers requests. */
  tree: DiskTree | undefined;
  /** The `identity` of the open tree. */
  #identity: string | undefined;
  /** True if everything that the tree needs is in memory or in open files. */
  #isWhole = false;
  /** The faults that were reported since the last success. */
  readonly #reported = new Set<string>();
  #isLooking = false;
  #restsUntil = 0;

  constructor(dist: string, onNotice: (sentence: string) => void) {
    this.#dist = dist;
    this.#onNotice = onNotice;
  }

  /** Opens the current tree and serves it at once. Its search index is read later, or at its first use. */
  begin(): void {
    const found = this.#find();
    if (found === undefined) return;
    try {
      this.tree = openTree(this.#dist, undefined, this.#memory);
      this.#identity = found.identity;
    } catch (error) {
      this.#tell(found, error);
    }
  }

  get isFailing(): boolean {
    return this.#reported.size > 0;
  }

  /** Looks for a newer tree once. Never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking || performance.now() < this.#restsUntil) return;
    this.#isLooking = true;
    const begun = performance.now();
    try {
      await this.#follow();
    } finally {
      this.#isLooking = false;
      if (this.#reported.size > 0) this.#restsUntil = performance.now() + REST * (performance.now() - begun);
    }
  }

  async #follow(): Promise<void> {
    const found = this.#find();
    if (found === undefined) {
      if (this.tree) this.#tellOnce(`${join(this.#dist, CURRENT)} is gone: the tree opened before is still served.`);
      return;
    }
    const isKnown = found.identity !== undefined && found.identity === this.#identity;
    let fresh: DiskTree | undefined;
    try {
      if (!isKnown) fresh = openTree(this.#dist, undefined, this.#memory);
      if (fresh || !this.#isWhole) await (fresh ?? this.tree!).load();
    } catch (error) {
      fresh?.close();
      this.#tell(found, error);
      return;
    }
    this.tree = fresh ?? this.tree;
    this.#identity = found.identity;
    this.#isWhole = true;
    if (this.#reported.size > 0) this.#onNotice(`the tree ${found.name} is open now and served.`);
    this.#reported.clear();
  }

  /** Finds the tree that `current` names; undefined if there is no `current`. */
  #find(): Found | undefined {
    let name: string | undefined;
    try {
      name = currentTree(this.#dist);
      if (name === undefined) return undefined;
      const { ino, mtimeNs } = statSync(join(this.#dist, storedName(name)), { bigint: true });
      return { name, identity: `${name} ${ino} ${mtimeNs}` };
    } catch {
      // The attempt to open the tree reports the reason.
      return { name: name ?? CURRENT, identity: undefined };
    }
  }

  #tell({ name }: Found, error: unknown): void {
    this.#tellOnce(`the tree ${name} can't be opened: ${(error as Error).message}`);
  }

  #tellOnce(sentence: string): void {
    if (this.#reported.has(sentence)) return;
    this.#reported.add(sentence);
    this.#onNotice(sentence);
  }
}
