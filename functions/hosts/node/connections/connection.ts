// One client's connection: its last requests, whether they are answered, and what of it waits to be parsed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Group } from './connection-group.ts';
import type { ReaderWatch } from './reader-watch.ts';

/** What stands between the socket and the parser, as far as a connection is concerned. */
interface Feed {
  /** True when something waits there to be parsed. */
  readonly holds: boolean;
  /** Parses no more. */
  stop(): void;
}

/** What is kept at each request is a few assignments; whether a connection is idle is found out when somebody asks. */
export class Connection {
  readonly socket: Socket;
  /** What it counts in: all connections, and those of its address. */
  readonly groups: readonly Group<Connection>[];
  readonly reader: ReaderWatch;
  /** Absent until the HTTP server has taken the socket. */
  feed: Feed | undefined;
  /** When its last request came, or it itself, or was last seen not to be idle; in milliseconds. */
  since = performance.now();
  /** Its client takes nothing of an answer that waits for it, or sends nothing of a body that is awaited. */
  isStill = false;
  /** Bytes that had come when something last did, and when that was, as far as it was looked at; in milliseconds. */
  came = { bytes: 0, at: performance.now() };
  request: IncomingMessage | undefined;
  /** The answer to the last request, and the one before it. Answers are given in order. */
  response: ServerResponse | undefined;
  previous: ServerResponse | undefined;

  constructor(socket: Socket, groups: readonly Group<Connection>[], reader: ReaderWatch) {
    this.socket = socket;
    this.groups = groups;
    this.reader = reader;
  }

  /** A request came, at `since`. */
  asked(request: IncomingMessage, response: ServerResponse, since: number): void {
    this.previous = this.response;
    this.request = request;
    this.response = response;
    this.since = since;
  }

  /** True when no request is under way. */
  get isAnswered(): boolean {
    return isThrough(this.response);
  }

  get isIdle(): boolean {
    return this.isAnswered && this.feed?.holds !== true;
  }

  /** Milliseconds for which nothing came of a body that is awaited; 0 when none is. */
  silence(now: number): number {
    const { bytesRead: bytes } = this.socket;
    if (bytes !== this.came.bytes) this.came = { bytes, at: now };
    return this.request?.complete === false ? now - this.came.at : 0;
  }

  /** True when the body of the one request that is under way is not all here. */
  get awaitsBody(): boolean {
    return !this.request!.complete && isThrough(this.previous);
  }

  /** Calls `listener` when an answer that is under way is through, or lost. */
  onAnswered(listener: () => void): void {
    for (const response of [this.previous, this.response])
      if (response && !isThrough(response)) response.once('close', listener);
  }
}

/** All of an answer is handed to the kernel, or will never be. */
function isThrough(response: ServerResponse | undefined): boolean {
  return response === undefined || response.destroyed || response.writableFinished;
}
