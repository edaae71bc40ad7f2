// Makes the list of a new tree in order, although packs are finished in any order.
import type { Listed } from '../../../src/tree/tree-list.ts';

/** A place in the list that stays free until its entry, if any, is known. */
export interface Slot {
  isKnown: boolean;
  listed: Listed | undefined;
}

export class ModelList {
  readonly #before: Iterator<Listed>;
  #next: Listed | undefined;
  readonly #add: (listed: Listed) => void;
  readonly #waiting: Slot[] = [];
  #first = 0;

  /**
   * `before` are the models of the tree that this one continues, in order; `add` is called in the order of the new list.
   */
  constructor(before: Iterator<Listed>, add: (listed: Listed) => void) {
    this.#before = before;
    this.#add = add;
    this.#advance();
  }

  /**
   * Gives the former tree's entry under `key`, which must follow every key of an earlier call; undefined if there is none.
   */
  known(key: string): Listed | undefined {
    while (this.#next && this.#next.key < key) this.#advance();
    return this.#next?.key === key ? this.#next : undefined;
  }

  /** Lists a model unchanged. */
  keep(listed: Listed): void {
    this.#waiting.push({ isKnown: true, listed });
    this.#drain();
  }

  /** Keeps a place free. */
  reserve(): Slot {
    const slot: Slot = { isKnown: false, listed: undefined };
    this.#waiting.push(slot);
    return slot;
  }

  fill(slot: Slot, listed: Listed | undefined): void {
    slot.isKnown = true;
    slot.listed = listed;
    this.#drain();
  }

  #advance(): void {
    const { value, done } = this.#before.next();
    this.#next = done ? undefined : value;
  }

  #drain(): void {
    while (this.#waiting[this.#first]?.isKnown) {
      const { listed } = this.#waiting[this.#first++]!;
      if (listed) this.#add(listed);
    }
    // Removes many at a time: removing one from the front would move all the others.
    if (this.#first < 4096 && this.#first < this.#waiting.length) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  }
}
