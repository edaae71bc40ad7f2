// Gives turns to work that waits: some of it in each round of the event loop, so that other work is not delayed.

/** The milliseconds of work in a round. Only a single long turn exceeds them. */
const SHARE_MS = 1;

/**
 * Gives turns in the order in which they were added. A round of the event loop has to be short, because Node accepts
 * one new connection in each: the last of a thousand new clients waits for a thousand rounds.
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
