// Puts the entries for the list of a new tree in order, although threads finish the packs in any order.
import type { Listed, ShardLine } from '../../../src/tree/tree-list.ts';

/** An entry of the new list: a new entry, or a line from the former tree's list. */
export type NewOrKept = Listed | ShardLine;

/** A reserved place in the list. It waits until its entry is known, or until it is known that there is none. */
export interface Slot {
  isKnown: boolean;
  listed: NewOrKept | undefined;
}

export class ModelList {
  readonly #before: Iterator<ShardLine>;
  #next: ShardLine | undefined;
  readonly #add: (listed: NewOrKept) => void;
  readonly #waiting: Slot[] = [];
  #first = 0;

  /**
   * `before` lists the models of the former tree in order. `add` is called for each entry of the new list, in order.
   */
  constructor(before: Iterator<ShardLine>, add: (listed: NewOrKept) => void) {
    this.#before = before;
    this.#add = add;
    this.#advance();
  }

  /**
   * Returns the entry under `key` in the former tree; undefined if there is none. Callers must ask for keys in
   * ascending order.
   */
  known(key: string): ShardLine | undefined {
    while (this.#next && this.#next.key < key) this.#advance();
    return this.#next?.key === key ? this.#next : undefined;
  }

  /** Adds a model whose entry is unchanged. */
  keep(listed: ShardLine): void {
    this.#waiting.push({ isKnown: true, listed });
    this.#drain();
  }

  /** Reserves a place for a model whose entry is not known yet. */
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
    // Removes many entries at a time, because each removal from the front moves all later entries.
    if (this.#first < 4096 && this.#first < this.#waiting.length) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  }
}
