// Follows the current tree of a place. A newer tree is opened as a whole before it is served; until then, and while the
// place is away, the former tree is served.
import type { Awaitable } from '../../../src/basics/remembered.ts';
import { CURRENT, parseCurrent, type Store, StoreAway } from '../../../src/tree/store.ts';
import type { StoredTree } from './tree.ts';

/** Reads the name of the current tree in `store`. Rejects with a sentence if there is none of this version. */
export async function namedIn(store: Store, address: string): Promise<{ name: string; identity: string }> {
  const name = parseCurrent(new TextDecoder().decode(await store.get(CURRENT)));
  if (name === undefined) throw new Error(`${address} names no tree of this version; fill it with "model-hub push"`);
  return { name, identity: name };
}

/** A place with trees: a folder or a bucket. */
export interface TreePlace {
  /** Names the tree in notices. `name` is undefined if it is unknown. */
  title(name: string | undefined): string;
  /**
   * Reads which tree is current. `identity` differs from that of every other tree, even one with the same name. Returns
   * undefined if no tree was ever built. Throws or rejects with a sentence for a tree of another version.
   */
  current(): Awaitable<{ name: string; identity: string } | undefined>;
  /** Opens the tree with this name; `former` is the tree that is served. */
  open(name: string, former: StoredTree | undefined): Awaitable<StoredTree>;
  /** Keeps the name of the tree that was served last, for a start while the place is away. */
  last?: { read(): string | undefined; note(tree: StoredTree): Awaitable<void> };
  /** The milliseconds between two looks, and their maximum after failures. */
  everyMs: number;
  mostMs: number;
}

/**
 * The minimum pause after a failed attempt, as a multiple of the time that the attempt took. Reading a large index is
 * costly.
 */
const REST = 10;

/** Identifies the fault that a place does not answer. One outage has different sentences for different files. */
const AWAY = 'away';

export class TreeFollower {
  /** Called when a newer tree is open. */
  onOpen = (): void => {};
  readonly #place: TreePlace;
  readonly #onNotice: (sentence: string) => void;
  #tree: StoredTree | undefined;
  #identity: string | undefined;
  /** The fault that was reported last; undefined after a success. */
  #fault: string | undefined;
  /** The number of failed looks in a row, and the milliseconds for which the last one tried to open a tree. */
  #failures = 0;
  #cost = 0;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** `onNotice` gets each fault once, and the news that it is over. */
  constructor(place: TreePlace, onNotice: (sentence: string) => void) {
    this.#place = place;
    this.#onNotice = (sentence) => {
      if (!this.#isStopped) onNotice(sentence);
    };
  }

  /** Returns the tree that answers requests. */
  current = (): StoredTree | undefined => this.#tree;

  /** False while the newest tree can't be opened, or while it is unknown which tree is the newest. */
  isNewest = (): boolean => this.#fault === undefined;

  /** True if no tree is open because the place does not answer. */
  isAway = (): boolean => this.#tree === undefined && this.#fault === AWAY;

  /**
   * Opens the current tree, and then looks for newer trees again and again. With `isWhole` it waits for the search index
   * of the first tree, which is otherwise read in the background.
   */
  async start(isWhole: boolean): Promise<this> {
    await this.look(isWhole);
    this.#again();
    return this;
  }

  /** Stops looking for newer trees, and reporting faults. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Looks for a newer tree once, and opens it, with `isWhole` including its search index. Never rejects. */
  look(isWhole: boolean): Promise<void> {
    this.#looking ??= this.#look(isWhole).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Looks again later. Random pauses keep instances apart, and the pauses get longer after failures. */
  #again(): void {
    const { everyMs, mostMs } = this.#place;
    const wait = Math.max(Math.min(everyMs * 2 ** this.#failures, mostMs), this.#failures && REST * this.#cost);
    const look = () => this.look(true).then(() => this.#isStopped || this.#again());
    this.#timer = setTimeout(() => void look(), wait * (0.9 + Math.random() * 0.2)).unref();
  }

  async #look(isWhole: boolean): Promise<void> {
    let name: string | undefined;
    let began: number | undefined;
    try {
      const found = await this.#place.current();
      if (!found && !this.#tree) return;
      if (!found) throw new Gone();
      name = found.name;
      began = performance.now();
      await this.#open(found, isWhole);
      if (this.#fault !== undefined) this.#onNotice(`${this.#place.title(name)} is open now and served.`);
      this.#fault = undefined;
      this.#failures = 0;
    } catch (error) {
      this.#failures++;
      this.#cost = began === undefined ? 0 : performance.now() - began;
      await this.#failed(name, error as Error);
    }
  }

  /** Opens the found tree, unless it is open. */
  async #open({ name, identity }: { name: string; identity: string }, isWhole: boolean): Promise<void> {
    const isKnown = identity === this.#identity;
    const tree = isKnown ? this.#tree! : await this.#place.open(name, this.#tree);
    if (isWhole) await tree.search();
    if (!isKnown) await this.#place.last?.note(tree);
    this.#tree = tree;
    this.#identity = identity;
    if (!isKnown) this.onOpen();
  }

  /** Reports a fault unless it was reported. While no tree is open, opens the one that was served last. */
  async #failed(name: string | undefined, error: Error): Promise<void> {
    const title = this.#place.title(name);
    const sentence =
      error instanceof Gone
        ? `${title} is gone: the tree opened before is still served.`
        : `${title} can't be opened: ${error.message}`;
    const fault = error instanceof StoreAway ? AWAY : sentence;
    const isNews = fault !== this.#fault;
    this.#fault = fault;
    const last = this.#tree ? undefined : this.#place.last?.read();
    if (last !== undefined) await this.#open({ name: last, identity: last }, true).catch(() => {});
    const isOpened = last !== undefined && this.#tree !== undefined;
    if (isOpened) this.#onNotice(`${sentence}; the one of ${this.#tree!.snapshot} is kept here and served.`);
    else if (isNews) this.#onNotice(sentence);
  }
}

/** Thrown if no tree is current any more. */
class Gone extends Error {}
