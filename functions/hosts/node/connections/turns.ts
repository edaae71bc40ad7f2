// Turns for what waits: in each round of the event loop a little of it, so that nobody else notices.

/** What waits for its turn. */
interface Waiting {
  turn(): void;
}

/**
 * Gives turns in the order of asking: one in each round, and further ones until `shareMs` are over. A round has to be
 * short, since Node takes one new connection in each: a thousand callers wait for a thousand rounds.
 */
export class Turns {
  readonly #shareMs: number;
  #queue: Waiting[] = [];
  #scheduled = false;

  constructor(shareMs = 1) {
    this.#shareMs = shareMs;
  }

  /** Gives `one` a turn in the next round, or a later one. */
  add(one: Waiting): void {
    this.#queue.push(one);
    this.#schedule();
  }

  /** Gives `one` its turn now where nobody else waits for one. */
  soon(one: Waiting): void {
    if (this.#scheduled) this.#queue.push(one);
    else {
      this.#schedule();
      one.turn();
    }
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#round());
  }

  #round(): void {
    this.#scheduled = false;
    const queue = this.#queue;
    this.#queue = [];
    const begun = performance.now();
    let at = 0;
    while (at < queue.length && (at === 0 || performance.now() - begun < this.#shareMs)) queue[at++]!.turn();
    if (at < queue.length) this.#queue = [...queue.slice(at), ...this.#queue];
    if (this.#queue.length > 0) this.#schedule();
  }
}
