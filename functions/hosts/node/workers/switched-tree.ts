// Opens the trees that the main thread names to a worker, and answers from the one whose number all threads share.
import type { Tree } from '../../../ports/ports.ts';
import { indexMemory, type SharedFiles } from '../../../stores/packs/index-memory.ts';
import type { TreeNews } from './calls.ts';

export class SwitchedTree {
  readonly #number: Int32Array;
  readonly #open: (name: string) => Promise<Tree>;
  /** By their numbers: the one that is answered from, and one that may be next. */
  readonly #trees = new Map<number, Tree>();
  /** Holds the index of the tree that we are opening, until the tree itself holds it. */
  #files: SharedFiles = [];
  #at = 0;
  #tree: Tree | undefined;

  /** `memory` holds the number; `open` opens a tree by its name. */
  constructor(memory: SharedArrayBuffer, open: (name: string) => Promise<Tree>) {
    this.#number = new Int32Array(memory);
    this.#open = open;
  }

  /** Opens a tree. Rejects when it can't be opened; then the one before is answered from. */
  async open({ number, name, files }: TreeNews): Promise<void> {
    this.#files = files;
    for (const [sha256, file] of this.#files) indexMemory.remember(sha256, file);
    try {
      this.#trees.set(number, await this.#open(name));
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
