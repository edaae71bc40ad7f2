// Follows the connection of one client: the running request, the requests that wait behind it, and whether the client
// still reads and sends.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Turns } from './turns.ts';

/** A request and its response. */
interface Step {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `now` is in milliseconds. */
  begin(now: number): void;
}

/** The state that all connections of a server share. */
export interface Shared {
  readonly turns: Turns;
  /** The number of requests that wait behind others, summed over all connections. Each of them takes two kilobytes. */
  waiting: number;
  readonly mostWaiting: number;
}

/** The milliseconds for which a client may make no progress. */
export interface MoveBounds {
  /**
   * A client that takes nothing of an answer for `dropMs` is dropped; after `mayGoMs` a new connection may replace it.
   */
  reader: { dropMs: number; mayGoMs: number };
  /** The time after which a new connection may replace a client that sends nothing of a body. */
  bodyMayGoMs: number;
}

/**
 * The number of requests that a client may send before earlier ones are answered. Reading from the client pauses at
 * this number.
 */
const AHEAD = 16;

/**
 * The number of bytes that are parsed at a time. If the bytes are requests of 18 bytes, or chunks of one byte, parsing
 * them takes half a millisecond.
 */
const PIECE = 2048;

/**
 * One connection, with its requests. A request costs only a few assignments: the connection computes only on demand
 * whether it is idle.
 */
export class Connection {
  readonly socket: Socket;
  /** The address for which the connection counts; undefined if the connection is not counted. */
  readonly address: string | undefined;
  /**
   * The time in milliseconds when the connection or its last request began, or when `look` last found the connection
   * busy.
   */
  since = performance.now();
  /** True if the connection takes no further request. */
  isEnding = false;
  readonly #shared: Shared;
  #current: Step | undefined;
  #behind: Step[] = [];
  /** Ends the connection after its last answer; undefined if the connection stays open. */
  #end: (() => void) | undefined;
  /** True if the connection waits for a turn of `Turns`. */
  #isInLine = false;
  /** True if the connection's bytes are read in turns of `Turns`. */
  #isPaced = false;
  /**
   * True if the client takes nothing of an answer that waits for it, or sends nothing of a body that the hub waits for.
   */
  #isStill = false;
  /** The number of bytes that the client had taken or sent at its last progress, and the time of that progress. */
  #moved = { bytes: 0, at: 0 };

  constructor(socket: Socket, address: string | undefined, shared: Shared) {
    this.socket = socket;
    this.address = address;
    this.#shared = shared;
  }

  /** True if no request is running. */
  get isIdle(): boolean {
    return this.#behind.length === 0 && this.#isThrough;
  }

  /** True if the connection may be closed in favour of a new one. */
  get mayGo(): boolean {
    return this.#isStill || this.isIdle;
  }

  /**
   * Begins `next` after the answers to earlier requests. Each round of the event loop begins one request, so that other
   * clients do not wait for all requests that a client sent ahead. If too many requests wait in total, closes the
   * connection of a client that has more than a few of them.
   */
  take(next: Step): void {
    if (this.isEnding) return;
    if (next.request.headers['transfer-encoding'] !== undefined) this.#pace();
    if (this.isIdle) return void this.#begin(next);
    this.#shared.waiting++;
    const count = this.#behind.push(next);
    if (count === 1) this.#goOnLater();
    if (count === AHEAD) this.#pace();
    if (count > AHEAD && this.#shared.waiting > this.#shared.mostWaiting) this.socket.destroy();
  }

  /** Calls `end` after the answers to the requests that were taken, and takes no further request. */
  end(end: () => void): void {
    this.isEnding = true;
    if (this.isIdle) return void end();
    this.#end = end;
    if (this.#behind.length === 0) this.#goOnLater();
  }

  /** Forgets the request whose rest will not come, unless its answer has begun. */
  cut(): void {
    if (this.#behind.at(-1)?.request.complete === false) {
      this.#behind.pop();
      this.#shared.waiting--;
    } else if (this.#current?.request.complete === false && !this.#current.response.headersSent)
      this.#current = undefined;
  }

  /** Forgets the requests that wait, because the connection is closed. */
  clear(): void {
    this.#shared.waiting -= this.#behind.length;
    this.#behind = [];
  }

  /**
   * Checks whether the client makes progress. It is called from time to time, with the time in milliseconds. Returns
   * 'late' for a client that should be dropped.
   */
  look(now: number, { reader, bodyMayGoMs }: MoveBounds): 'late' | undefined {
    const { bytesRead, bytesWritten, writableLength } = this.socket;
    const reads = writableLength > 0;
    // A write counts only when the kernel has all of it, so `transfer` writes small pieces.
    const bytes = reads ? bytesWritten - writableLength : bytesRead;
    if (bytes !== this.#moved.bytes) this.#moved = { bytes, at: now };
    if (!this.isIdle) this.since = now;
    const still = now - this.#moved.at;
    const sends = this.#current?.request.complete === false;
    this.#isStill = reads ? still >= reader.mayGoMs : sends && still >= bodyMayGoMs;
    return reads && still >= reader.dropMs ? 'late' : undefined;
  }

  /** True if the kernel has all of the last answer, or will never get it. */
  get #isThrough(): boolean {
    const { response } = this.#current ?? {};
    return response === undefined || response.destroyed || response.writableFinished;
  }

  #begin(step: Step): void {
    this.#current = step;
    this.since = performance.now();
    step.begin(this.since);
  }

  /**
   * Reads in turns from now on. Node itself parses up to two mebibytes before it looks at another connection. If
   * `readable` has a listener, Node parses only the bytes that the hub reads.
   */
  #pace(): void {
    if (this.#isPaced) return;
    this.#isPaced = true;
    this.socket.on('readable', this.#goOn).on('drain', this.#goOn);
  }

  #goOnLater(): void {
    this.#current!.response.once('close', this.#goOn);
  }

  readonly #goOn = (): void => {
    if (this.#isInLine) return;
    this.#isInLine = true;
    this.#shared.turns.add(this.#turn);
  };

  /** Begins the next request if the answer before it is complete, and reads a piece. */
  readonly #turn = (): void => {
    this.#isInLine = false;
    const { socket } = this;
    if (!socket.writable) return;
    if (this.#isThrough) this.#next();
    // While a client does not take its answers, Node's parser takes nothing from it, and fails if it gets more.
    const mayRead = this.#isPaced && this.#behind.length < AHEAD && socket.writable && !socket.writableNeedDrain;
    if (mayRead && socket.read(Math.min(PIECE, socket.readableLength)) !== null) this.#goOn();
  };

  #next(): void {
    const next = this.#behind.shift();
    if (!next) return void this.#end?.();
    this.#shared.waiting--;
    this.#begin(next);
    if (this.#behind.length > 0 || this.#end) this.#goOnLater();
  }
}
