// Hands a connection's bytes to Node's HTTP parser one request at a time: what a client sends ahead waits, and takes turns.
import type { IncomingMessage } from 'node:http';
import type { Connection } from './connection.ts';
import { type BodyLeft, bodyOf, endOfHead, endOfPiece, joinedEnd, unendedHead } from './message-pieces.ts';
import { readIntoOneBuffer } from './one-buffer.ts';
import type { Turns } from './turns.ts';

type Listener = (bytes?: Buffer) => void;

/** Pieces parsed at a time. */
const PIECES = 32;

/**
 * Node parses all that one read brought, which may be two thousand requests, and has each answered before it looks at
 * another connection. This stands between the socket and the parser: a piece ends where a head or a body ends, and the
 * next request is parsed when the answers before it are through. A body in chunks takes turns with other connections.
 * What was read too far is kept, and nothing more is read.
 */
export class RequestFeed {
  readonly #connection: Connection;
  readonly #turns: Turns;
  readonly #onFault: (error: unknown) => void;
  readonly #parse: Listener;
  readonly #end: Listener;
  /** Read and not parsed. */
  #rest: Buffer | undefined;
  /** The last request that had a body to be parsed, and what is left of it. */
  #body: { request: IncomingMessage; left: BodyLeft } | undefined;
  /** The last bytes of a head whose end has not come. */
  #headSoFar = '';
  /** The client sends no more. */
  #ended = false;
  /** Nothing more of it is wanted. */
  #stopped = false;

  /** Takes the place of Node's own listeners; to be called when the HTTP server has set up the socket. */
  constructor(connection: Connection, turns: Turns, onFault: (error: unknown) => void) {
    const { socket } = connection;
    this.#connection = connection;
    this.#turns = turns;
    this.#onFault = onFault;
    this.#parse = socket.listeners('data').at(-1) as Listener;
    this.#end = socket.listeners('end').at(-1) as Listener;
    // A further listener makes Node read in JavaScript, not in its parser.
    socket.on('data', (bytes) => {
      if (!this.#take(bytes)) socket.pause();
    });
    socket.off('data', this.#parse);
    socket.off('end', this.#end);
    socket.on('end', () => this.#onEnd());
    // Node reads on whenever somebody reads a body, whoever has paused the socket.
    const resume = socket.resume.bind(socket);
    socket.resume = () => (this.holds ? socket : resume());
    readIntoOneBuffer(socket, (bytes) => this.#take(bytes));
  }

  /** Parses no more: what comes is read and dropped, or closing the connection would take the answer from the client. */
  stop(): void {
    this.#stopped = true;
    this.#rest = undefined;
  }

  /** True when something waits here to be parsed. */
  get holds(): boolean {
    return this.#rest !== undefined;
  }

  /** Parses up to one request of what waits. */
  turn(): void {
    const rest = this.#rest;
    const { socket } = this.#connection;
    if (!socket.writable) this.stop();
    if (!rest || this.#stopped) return;
    const parsed = this.#feed(rest);
    this.#rest = parsed < rest.length ? rest.subarray(parsed) : undefined;
    if (!this.#rest) socket.resume();
    this.#wait();
  }

  /** `bytes` are valid until this returns. False: read no more for now. */
  #take(bytes: Buffer): boolean {
    // Mostly it is one request and nothing else.
    const { isAnswered, request } = this.#connection;
    const isPlain = !this.#rest && !this.#stopped && isAnswered && request?.complete !== false;
    if (!isPlain || this.#headSoFar !== '' || endOfHead(bytes, 0) < bytes.length) return this.#takeSome(bytes);
    this.#headSoFar = unendedHead(bytes);
    this.#guarded(this.#parse, bytes);
    return true;
  }

  #takeSome(bytes: Buffer): boolean {
    if (this.#stopped) return true;
    if (this.#rest) {
      this.#rest = Buffer.concat([this.#rest, bytes]);
      return false;
    }
    const parsed = this.#feed(bytes);
    if (parsed === bytes.length) return true;
    this.#rest = Buffer.from(bytes.subarray(parsed));
    this.#wait();
    return false;
  }

  /** Sees to it that what waits has its turn. */
  #wait(): void {
    if (!this.#rest && !this.#ended) return;
    if (this.#mayParse()) this.#goOn();
    else this.#connection.onAnswered(() => this.#goOn());
  }

  #goOn(): void {
    if (!this.#mayParse()) return;
    if (this.#rest) this.#turns.add(this);
    else if (this.#ended) {
      this.#ended = false;
      this.#guarded(this.#end);
    }
  }

  /** Parses until a request came, or the bytes are through; gives how many were parsed. */
  #feed(bytes: Buffer): number {
    let at = 0;
    for (let pieces = 0; at < bytes.length && pieces < PIECES && this.#mayParse(); pieces++) {
      const body = this.#bodyLeft();
      const next = body
        ? endOfPiece(bytes, at, body.left)
        : (joinedEnd(this.#headSoFar, bytes, at) ?? endOfHead(bytes, at));
      const piece = bytes.subarray(at, next);
      if (!body) this.#headSoFar = unendedHead(piece, this.#headSoFar);
      this.#guarded(this.#parse, piece);
      if (typeof body?.left === 'number') body.left -= piece.length;
      at = next;
      if (body?.left === 'chunked') break;
    }
    if (at < bytes.length && this.#wasLast()) this.stop();
    return this.#stopped ? bytes.length : at;
  }

  /** The body that is being parsed; undefined: a head comes next. */
  #bodyLeft() {
    const { request } = this.#connection;
    if (!request || request.complete) return undefined;
    if (this.#body?.request !== request) this.#body = { request, left: bodyOf(request) };
    return this.#body;
  }

  /** Nothing is under way, or the body of the one request that is. */
  #mayParse(): boolean {
    return !this.#stopped && (this.#connection.isAnswered || this.#connection.awaitsBody);
  }

  /** What follows a request after which the connection closes is no request (RFC 9112 9.6). */
  #wasLast(): boolean {
    const { request, response } = this.#connection;
    return request?.complete === true && !response!.shouldKeepAlive;
  }

  #onEnd(): void {
    this.#ended = true;
    // A client may say that it sends no more, and still wait for its answers (RFC 9112 9.6 calls it a half-close).
    if (this.#stopped) this.#connection.socket.end();
    else this.#wait();
  }

  #guarded(listener: Listener, bytes?: Buffer): void {
    try {
      listener(bytes);
    } catch (error) {
      this.#onFault(error);
      this.#connection.socket.destroy();
    }
  }
}
