// Follows `<dist>/current`: opens a new build whole before it is used, and serves the one before until then.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENT } from '../../../src/tree/store.ts';
import { storedName } from '../../../src/tree/tree-list.ts';
import type { Tree } from '../../ports/ports.ts';
import { currentTree, type DiskTree, openTree } from './node-tree.ts';

const LOOK_EVERY_MS = 1000;
/** After a failure, the wait is this many times as long as the attempt, since reading a large index is costly. */
const REST = 10;

export interface CurrentTree {
  get(): Tree | undefined;
  /** Looks for a newer tree now, and reads its index ahead. Never rejects. */
  look(): Promise<void>;
  /** False while the newest tree can't be opened, or can't be determined. */
  isNewest(): boolean;
  /** True when no tree is open because the place where it lies does not answer. */
  isAway(): boolean;
  stop(): void;
}

/** Opens the current tree and keeps looking for a newer one. `onNotice` hears each fault once, and its end. */
export function followCurrentTree(
  dist: string,
  onNotice: (sentence: string) => void,
  lookEveryMs: number = LOOK_EVERY_MS,
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

/** A tree on the disk, with facts that tell it from others without opening it. */
interface Found {
  /** The name in `current`, for people. */
  name: string;
  /** Tells this tree from another one of the same name; undefined if there is no such tree. */
  identity: string | undefined;
}

class Follower {
  readonly #dist: string;
  readonly #onNotice: (sentence: string) => void;
  /** Requests are answered from this tree. */
  tree: DiskTree | undefined;
  /** The identity of `tree`. */
  #identity: string | undefined;
  /** True if all of `tree` is in memory or open. */
  #isWhole = false;
  /** Faults reported since the last success. */
  readonly #told = new Set<string>();
  #isLooking = false;
  #restsUntil = 0;

  constructor(dist: string, onNotice: (sentence: string) => void) {
    this.#dist = dist;
    this.#onNotice = onNotice;
  }

  /** Opens the present tree and serves it at once; its search index is read later, or at its first use. */
  begin(): void {
    const found = this.#find();
    if (found === undefined) return;
    try {
      this.tree = openTree(this.#dist);
      this.#identity = found.identity;
    } catch (error) {
      this.#tell(found, error);
    }
  }

  get isFailing(): boolean {
    return this.#told.size > 0;
  }

  /** Looks once. Never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking || performance.now() < this.#restsUntil) return;
    this.#isLooking = true;
    const begun = performance.now();
    try {
      await this.#follow();
    } finally {
      this.#isLooking = false;
      if (this.#told.size > 0) this.#restsUntil = performance.now() + REST * (performance.now() - begun);
    }
  }

  async #follow(): Promise<void> {
    const found = this.#find();
    if (found === undefined) {
      if (this.tree) this.#tellOnce(`${join(this.#dist, CURRENT)} is gone: the tree opened before is served on.`);
      return;
    }
    const isKnown = found.identity !== undefined && found.identity === this.#identity;
    let fresh: DiskTree | undefined;
    try {
      if (!isKnown) fresh = openTree(this.#dist);
      if (fresh || !this.#isWhole) await (fresh ?? this.tree!).load();
    } catch (error) {
      fresh?.close();
      this.#tell(found, error);
      return;
    }
    this.tree = fresh ?? this.tree;
    this.#identity = found.identity;
    this.#isWhole = true;
    if (this.#told.size > 0) this.#onNotice(`the tree ${found.name} is open now and served.`);
    this.#told.clear();
  }

  /** Undefined if there is no `current`. */
  #find(): Found | undefined {
    let name: string | undefined;
    try {
      name = currentTree(this.#dist);
      if (name === undefined) return undefined;
      const { ino, mtimeNs } = statSync(join(this.#dist, storedName(name)), { bigint: true });
      return { name, identity: `${name} ${ino} ${mtimeNs}` };
    } catch {
      // Opening it will report the reason.
      return { name: name ?? CURRENT, identity: undefined };
    }
  }

  #tell({ name }: Found, error: unknown): void {
    this.#tellOnce(`the tree ${name} can't be opened: ${(error as Error).message}`);
  }

  #tellOnce(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    this.#onNotice(sentence);
  }
}
