// One client's connection: the request that is answered, those that wait behind it, and whether its client moves.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Group } from './connection-group.ts';
import { PacedReading } from './paced-reading.ts';
import type { ReaderWatch } from './reader-watch.ts';
import type { Turns } from './turns.ts';

/** A request and its answer, or whatever else has to follow the answers before it. */
interface Step {
  readonly request?: IncomingMessage;
  readonly response?: ServerResponse;
  /** `now` is in milliseconds. */
  begin(now: number): void;
}

/** The state that all connections of a server share. */
export interface Shared {
  readonly turns: Turns;
  /** Requests that wait behind others: two kilobytes each, whatever they say. */
  waiting: number;
  readonly mostWaiting: number;
  /** Hears of a connection that sends many ahead. */
  onMany(connection: Connection): void;
}

/** A client that sends so many requests ahead is read no further until they are fewer. */
const AHEAD = 16;

/** A request costs a few assignments; whether a connection is idle is found out only when somebody asks. */
export class Connection {
  readonly socket: Socket;
  /** The groups that count it: all connections, and those of its address. */
  readonly groups: readonly Group<Connection>[];
  readonly reader: ReaderWatch;
  /** When its last request began, or it itself, or somebody last saw that it was not idle; in milliseconds. */
  since = performance.now();
  /** Its client takes nothing of an answer that waits for it, or sends nothing of a body that is awaited. */
  isStill = false;
  /** It was refused: an answer that says so stands behind the others. */
  isEnding = false;
  readonly #shared: Shared;
  #current: Step | undefined;
  #behind: Step[] = [];
  #reading: PacedReading | undefined;
  /** Bytes that had come when something last did, and when that was, as far as anybody looked; in milliseconds. */
  #came = { bytes: 0, at: performance.now() };

  constructor(socket: Socket, groups: readonly Group<Connection>[], reader: ReaderWatch, shared: Shared) {
    this.socket = socket;
    this.groups = groups;
    this.reader = reader;
    this.#shared = shared;
  }

  /** Nothing is under way. */
  get isIdle(): boolean {
    return this.#behind.length === 0 && isThrough(this.#current?.response);
  }

  /** Few of its requests wait. */
  get wantsMore(): boolean {
    return this.#behind.length < AHEAD;
  }

  /**
   * Begins `next` when the answers before it are through: one in a round of the event loop, so that nobody else waits
   * for all that a client sent ahead. Too many in all end the connection of whoever has more than a few of them.
   */
  take(next: Step): void {
    if (next.request?.headers['transfer-encoding'] !== undefined) this.pace();
    if (this.isIdle) this.#begin(next);
    else if (this.socket.writable) this.#wait(next);
  }

  /** Parses little at a time from now on. */
  pace(): void {
    this.#reading ??= new PacedReading(this, this.#shared.turns);
  }

  /** Calls `end` behind the answers; at once where the one under way waits for the rest of its request, which won't come. */
  end(end: () => void): void {
    this.isEnding = true;
    const { request, response } = this.#current ?? {};
    const isInVain = this.#behind.length === 0 && request?.complete === false && response?.headersSent === false;
    if (isInVain) end();
    else this.take({ begin: end });
  }

  /** Milliseconds for which nothing came of a body that is awaited; 0 when none is. */
  silence(now: number): number {
    const { bytesRead: bytes } = this.socket;
    if (bytes !== this.#came.bytes) this.#came = { bytes, at: now };
    return this.#current?.request?.complete === false ? now - this.#came.at : 0;
  }

  #wait(next: Step): void {
    this.#shared.waiting++;
    if (this.#behind.push(next) === 1) this.#goOn();
    if (this.#behind.length === AHEAD && !this.#reading) this.#shared.onMany(this);
    if (this.#behind.length > AHEAD && this.#shared.waiting > this.#shared.mostWaiting) this.socket.destroy();
  }

  /** Sees to it that the next one begins when the answer that is under way is through, or lost. */
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
    // The rest of a request whose connection was refused meanwhile does not come.
    if (!this.isEnding || next.request?.complete !== false) this.#begin(next);
    if (this.#behind.length > 0) this.#goOn();
    this.#reading?.goOn();
  }

  #begin(step: Step): void {
    this.#current = step;
    this.since = performance.now();
    step.begin(this.since);
  }
}

/** All of an answer is handed to the kernel, or will never be. */
function isThrough(response: ServerResponse | undefined): boolean {
  return response === undefined || response.destroyed || response.writableFinished;
}
