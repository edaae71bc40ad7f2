// A new tree goes live in all workers at once: each opens it, and only then its number is the one that all answer from.
import type { Tree } from '../../../ports/ports.ts';
import { sharedFiles } from '../../../stores/packs/index-memory.ts';
import type { TreeNews } from './calls.ts';

interface SwitchSettings {
  /** The tree that is current, whole. */
  current: () => Tree | undefined;
  /** Has all workers open a tree; rejects when one of them can't. */
  openAll: (news: TreeNews) => Promise<void>;
  /** Takes each fault once. */
  onNotice: (sentence: string) => void;
}

export class TreeSwitch {
  /** The number of the tree that is answered from; 0: none. */
  readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #settings: SwitchSettings;
  readonly #number = new Int32Array(this.memory);
  #last = 0;
  #answered: { tree: Tree; number: number } | undefined;
  #isLooking = false;
  #told: string | undefined;

  constructor(settings: SwitchSettings) {
    this.#settings = settings;
  }

  /** The tree that is answered from, for a worker that begins. */
  news(): TreeNews | undefined {
    return this.#answered && newsOf(this.#answered);
  }

  /** Looks once whether another tree is current. Never rejects. */
  async look(): Promise<void> {
    const tree = this.#settings.current();
    if (this.#isLooking || tree === undefined || tree === this.#answered?.tree) return;
    this.#isLooking = true;
    const next = { tree, number: ++this.#last };
    try {
      await this.#settings.openAll(newsOf(next));
      this.#answered = next;
      Atomics.store(this.#number, 0, next.number);
      this.#told = undefined;
    } catch (error) {
      const sentence = `the tree ${tree.name} can't be opened by all workers: ${(error as Error).message}`;
      if (sentence !== this.#told) this.#settings.onNotice(sentence);
      this.#told = sentence;
    } finally {
      this.#isLooking = false;
    }
  }
}

const newsOf = ({ tree, number }: { tree: Tree; number: number }): TreeNews => ({
  number,
  name: tree.name,
  files: sharedFiles(),
});
