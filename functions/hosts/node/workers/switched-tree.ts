// Opens the trees that the main thread names to a worker, and answers from the tree whose number is in the shared
// memory.
import type { Tree } from '../../../ports/ports.ts';
import { type IndexMemory, type SharedFiles, WeakIndexMemory } from '../../../stores/packs/index-memory.ts';
import type { TreeNews } from './calls.ts';

export class SwitchedTree {
  readonly #number: Int32Array;
  readonly #open: (name: string, memory: IndexMemory) => Promise<Tree>;
  readonly #memory = new WeakIndexMemory();
  /** The trees by number: the tree that answers, and perhaps the next tree. */
  readonly #trees = new Map<number, Tree>();
  /** The shared parts of the index that is being opened. When it is open, the tree itself holds them. */
  #files: SharedFiles = [];
  #at = 0;
  #tree: Tree | undefined;

  /**
   * `number` is the memory with the number of the tree that answers. `open` opens a tree by its name, and uses those
   * files of the search index that are already in `memory`.
   */
  constructor(number: SharedArrayBuffer, open: (name: string, memory: IndexMemory) => Promise<Tree>) {
    this.#number = new Int32Array(number);
    this.#open = open;
  }

  /** Opens a tree. If it can't be opened, rejects, and the former tree still answers. */
  async open({ number, name, files }: TreeNews): Promise<void> {
    this.#files = files;
    for (const [sha256, file] of this.#files) this.#memory.remember(sha256, file);
    try {
      this.#trees.set(number, await this.#open(name, this.#memory));
    } finally {
      this.#files = [];
    }
  }

  get(): Tree | undefined {
    const number = Atomics.load(this.#number, 0);
    if (number !== this.#at) this.#turnTo(number);
    return this.#tree;
  }

  #turnTo(number: number): void {
    const tree = this.#trees.get(number);
    if (!tree) return;
    this.#tree = tree;
    this.#at = number;
    for (const other of this.#trees.keys()) if (other <= number) this.#trees.delete(other);
  }
}
