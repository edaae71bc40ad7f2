// Switches all workers to a new tree at once: all of them open it first, and then its number is written to the memory
// that they share.
import type { Tree } from '../../../ports/ports.ts';
import type { SharedFiles } from '../../../stores/packs/index-memory.ts';
import type { TreeNews } from './calls.ts';

interface SwitchSettings {
  /** Returns the current tree if it is complete. */
  current: () => Tree | undefined;
  /** Lists the files of search indexes that all threads share. */
  files: () => SharedFiles;
  /** Makes all workers open a tree; rejects if one of them can't. */
  openAll: (news: TreeNews) => Promise<void>;
  /** Called with a sentence for a fault, and not again before the fault changes. */
  onNotice: (sentence: string) => void;
}

export class TreeSwitch {
  /** Holds the number of the tree that answers; 0 if there is none. */
  readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #settings: SwitchSettings;
  readonly #number = new Int32Array(this.memory);
  #last = 0;
  #answered: { tree: Tree; number: number } | undefined;
  #isLooking = false;
  #reported: string | undefined;

  constructor(settings: SwitchSettings) {
    this.#settings = settings;
  }

  /** Returns the tree that answers, for a worker that starts. */
  news(): TreeNews | undefined {
    return this.#answered && this.#newsOf(this.#answered);
  }

  /** Switches to the current tree if it is a new one. Never rejects. */
  async look(): Promise<void> {
    const tree = this.#settings.current();
    if (this.#isLooking || tree === undefined || tree === this.#answered?.tree) return;
    this.#isLooking = true;
    const next = { tree, number: ++this.#last };
    try {
      await this.#settings.openAll(this.#newsOf(next));
      this.#answered = next;
      Atomics.store(this.#number, 0, next.number);
      this.#reported = undefined;
    } catch (error) {
      const sentence = `the tree ${tree.name} can't be opened by all workers: ${(error as Error).message}`;
      if (sentence !== this.#reported) this.#settings.onNotice(sentence);
      this.#reported = sentence;
    } finally {
      this.#isLooking = false;
    }
  }

  #newsOf({ tree, number }: { tree: Tree; number: number }): TreeNews {
    return { number, name: tree.name, files: this.#settings.files() };
  }
}
