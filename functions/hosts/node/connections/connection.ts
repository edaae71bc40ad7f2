// One client's connection: the request that is answered, those that wait behind it, and whether its client reads and sends.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readInTurns } from './paced-reading.ts';
import type { Turns } from './turns.ts';

/** A request and its answer, or another action that must follow the answers before it. */
interface Step {
  readonly request?: IncomingMessage;
  readonly response?: ServerResponse;
  /** `now` is in milliseconds. */
  begin(now: number): void;
}

/** The state that all connections of a server share. */
export interface Shared {
  readonly turns: Turns;
  /** Requests that wait behind others, in all: each takes two kilobytes. */
  waiting: number;
  readonly mostWaiting: number;
}

/** Bounds on a client that stands still. */
export interface MoveBounds {
  /**
   * A client that takes less than `bytes` of an answer `withinMs`, while more waits for it, is dropped; one that takes
   * nothing for `stillMs` may be, for the sake of a new connection.
   */
  reader: { bytes: number; withinMs: number; stillMs: number };
  /** So may one that sends nothing of a body. */
  bodyStillMs: number;
}

/** We stop reading from a client that has sent this many requests ahead, until some are answered. */
const AHEAD = 16;

/** A request costs only a few assignments; whether a connection is idle is computed on demand. */
export class Connection {
  readonly socket: Socket;
  /** Undefined: it counts for none. */
  readonly address: string | undefined;
  /** When its last request began, or it itself, or somebody last saw that it was not idle; in milliseconds. */
  since = performance.now();
  /** It was refused: an answer that says so stands behind the others. */
  isEnding = false;
  readonly #shared: Shared;
  #current: Step | undefined;
  #behind: Step[] = [];
  #readOn: (() => void) | undefined;
  /** True if the client takes nothing of an answer that waits for it, or sends nothing of a body that is awaited. */
  #isStill = false;
  /** The number of bytes that the client had taken or sent when it last moved, and the time of that. */
  #moved = { bytes: 0, at: 0 };
  /**
   * The number of bytes that the client had taken when its current time limit began; undefined if no answer waits for
   * it.
   */
  #taken: { bytes: number; since: number } | undefined;

  constructor(socket: Socket, address: string | undefined, shared: Shared) {
    this.socket = socket;
    this.address = address;
    this.#shared = shared;
  }

  /** True if no request is running. */
  get isIdle(): boolean {
    return this.#behind.length === 0 && isThrough(this.#current?.response);
  }

  /** It may be closed for a new one. */
  get mayGo(): boolean {
    return this.#isStill || this.isIdle;
  }

  /**
   * Begins `next` after the answers before it: one in each round of the event loop, so that nobody waits for everything a
   * client sent ahead. If too many requests wait in all, closes the connection of the client that has more than a few of
   * them.
   */
  take(next: Step): void {
    if (next.request?.headers['transfer-encoding'] !== undefined) this.#readInTurns();
    if (this.isIdle) this.#begin(next);
    else if (this.socket.writable) this.#wait(next);
  }

  /** Calls `end` behind the answers; at once where an unfinished one waits for the rest of its request, which won't come. */
  end(end: () => void): void {
    this.isEnding = true;
    const { request, response } = this.#current ?? {};
    const isInVain = this.#behind.length === 0 && request?.complete === false && response?.headersSent === false;
    if (isInVain) end();
    else this.take({ begin: end });
  }

  /** Looks whether its client moves, to be called now and then; 'late' is to be dropped. `now` is in milliseconds. */
  look(now: number, { reader, bodyStillMs }: MoveBounds): 'late' | undefined {
    const { bytesRead, bytesWritten, writableLength } = this.socket;
    // A write counts when the kernel has all of it: `transfer` writes pieces of no more than `reader.bytes`.
    const bytes = writableLength > 0 ? bytesWritten - writableLength : bytesRead;
    if (bytes !== this.#moved.bytes) this.#moved = { bytes, at: now };
    if (!this.isIdle) this.since = now;
    const sends = this.#current?.request?.complete === false;
    const patience = writableLength > 0 ? reader.stillMs : sends ? bodyStillMs : Number.POSITIVE_INFINITY;
    this.#isStill = now - this.#moved.at >= patience;
    const before = this.#taken;
    if (writableLength > 0 && before && now - before.since < reader.withinMs) return undefined;
    this.#taken = writableLength > 0 ? { bytes, since: now } : undefined;
    return writableLength > 0 && before && bytes - before.bytes < reader.bytes ? 'late' : undefined;
  }

  #readInTurns(): void {
    this.#readOn ??= readInTurns(this.socket, this.#shared.turns, () => this.#behind.length < AHEAD);
  }

  #wait(next: Step): void {
    this.#shared.waiting++;
    if (this.#behind.push(next) === 1) this.#goOn();
    if (this.#behind.length === AHEAD) this.#readInTurns();
    if (this.#behind.length > AHEAD && this.#shared.waiting > this.#shared.mostWaiting) this.socket.destroy();
  }

  /** Begins the next request when the current answer is sent or lost. */
  #goOn(): void {
    const soon = () => this.#shared.turns.add(() => this.#next());
    const { response } = this.#current ?? {};
    if (isThrough(response)) soon();
    else response!.once('close', soon);
  }

  #next(): void {
    const next = this.#behind.shift()!;
    this.#shared.waiting--;
    if (!this.socket.writable) {
      this.#shared.waiting -= this.#behind.length;
      this.#behind = [];
      return;
    }
    // The rest of a request does not come after its connection was refused.
    if (!this.isEnding || next.request?.complete !== false) this.#begin(next);
    if (this.#behind.length > 0) this.#goOn();
    this.#readOn?.();
  }

  #begin(step: Step): void {
    this.#current = step;
    this.since = performance.now();
    step.begin(this.since);
  }
}

/** True if all of an answer is handed to the kernel, or will never be. */
function isThrough(response: ServerResponse | undefined): boolean {
  return response === undefined || response.destroyed || response.writableFinished;
}
