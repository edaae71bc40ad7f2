// Watches what a client takes of an answer that waits for it: one that stands still, or only drips, holds memory and a file.
import type { Socket } from 'node:net';

export interface ReaderBounds {
  /** A client that takes less than these bytes in this time, while more waits for it, is dropped. */
  bytes: number;
  withinMs: number;
  /** One that took nothing for this long may be dropped for the sake of a new connection. */
  stillMs: number;
}

/** `done`: nothing waits for it. `still` counts as idle, `late` is to be dropped. */
type Reading = 'done' | 'reading' | 'still' | 'late';

export class ReaderWatch {
  readonly #socket: Socket;
  readonly #bounds: ReaderBounds;
  /** When the time began that is looked at, and what was taken by then; undefined: nothing waits. */
  #since: { at: number; taken: number } | undefined;
  /** When something was last seen to be taken. */
  #moved = { at: 0, taken: 0 };

  constructor(socket: Socket, bounds: ReaderBounds) {
    this.#socket = socket;
    this.#bounds = bounds;
  }

  /** To be asked now and then; `now` is in milliseconds. */
  look(now: number): Reading {
    if (this.#socket.writableLength === 0) {
      this.#since = undefined;
      return 'done';
    }
    // A write counts when the kernel has all of it: `transfer` writes pieces of no more than `bytes`.
    const taken = this.#socket.bytesWritten - this.#socket.writableLength;
    if (!this.#since || taken !== this.#moved.taken) this.#moved = { at: now, taken };
    this.#since ??= { at: now, taken };
    const { bytes, withinMs, stillMs } = this.#bounds;
    if (now - this.#since.at >= withinMs) {
      if (taken - this.#since.taken < bytes) return 'late';
      this.#since = { at: now, taken };
    }
    return now - this.#moved.at >= stillMs ? 'still' : 'reading';
  }
}
