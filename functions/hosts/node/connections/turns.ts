// Turns for what waits: in each round of the event loop a little of it, so that nobody else notices.

/** Milliseconds of a round; longer only where one turn is. */
const SHARE_MS = 1;

/**
 * Gives turns in the order of asking. A round has to be short, since Node takes one new connection in each: a thousand
 * callers wait for a thousand rounds.
 */
export class Turns {
  #queue: (() => void)[] = [];

  /** Calls `turn` in the next round, or a later one. */
  add(turn: () => void): void {
    if (this.#queue.push(turn) === 1) setImmediate(() => this.#round());
  }

  #round(): void {
    const { length } = this.#queue;
    const end = performance.now() + SHARE_MS;
    let given = 0;
    do this.#queue[given++]!();
    while (given < length && performance.now() < end);
    this.#queue = this.#queue.slice(given);
    if (this.#queue.length > 0) setImmediate(() => this.#round());
  }
}
