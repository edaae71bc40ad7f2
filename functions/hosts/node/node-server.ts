// Runs Node's HTTP server around the hub: limits requests, and sends the hub's answers unchanged.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../../../src/table/refusals.ts';
import type { Hub } from '../../hub/hub.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import { type ConnectionBounds, Connections } from './connections/connections.ts';
import { endRefused, endWith, LATE, type ParserFault } from './connections/parser-refusal.ts';
import { type Desk, Exchange } from './exchange.ts';

// An `import` would read every export of the module, and so load Node's WebSocket client at every start.
const http = process.getBuiltinModule('node:http');

/**
 * The maximum size in bytes of a head that Node itself accepts. It is larger than our own limit, so that our refusal
 * comes first.
 */
const PARSER_LIMIT = 64 * 1024;

/** The milliseconds between two searches for late requests. With a short interval each search finds only a few. */
const LATE_EVERY_MS = 100;

/** The milliseconds that clients with open connections have for one more request before the server closes. */
const LAST_REQUEST_MS = 1000;

export interface ServerBounds extends ConnectionBounds {
  /** The milliseconds within which a head, and within which a whole request, must arrive. */
  headMs: number;
  requestMs: number;
  /** The milliseconds that a connection may be idle after an answer. */
  idleMs: number;
}

/** The default limits. */
const usualBounds: ServerBounds = {
  ...{ headMs: 10_000, requestMs: 30_000, idleMs: 20_000, lookEveryMs: 2_000 },
  reader: { dropMs: 60_000, mayGoMs: 10_000 },
  bodyMayGoMs: 2_000,
  requestsWaiting: 65_536,
  ...{ connections: Number.POSITIVE_INFINITY, connectionsPerAddress: undefined },
};

interface ServerSettings {
  bounds?: Partial<ServerBounds>;
  /** Called with each fault of ours and with the line of the request that caused it. */
  onFault?: (error: unknown, line: string) => void;
  /** Returns the address of a client as Node writes it, if the socket itself does not have it. */
  addressOf?: (socket: Socket) => string | undefined;
}

/** Makes a server that answers with `hub`. The caller calls `listen` and `close`. */
export function createHubServer(hub: Hub, log: AccessLog, settings: ServerSettings = {}): HubServer {
  const { onFault = (error) => process.emitWarning(error as Error), addressOf } = settings;
  const bounds = { ...usualBounds, ...settings.bounds };
  const connections = new Connections(bounds, addressOf);
  const desk: Desk = { hub, log, connections, onFault };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.of(request.socket);
    connection?.take(new Exchange(desk, connection, request, response));
  };
  const server = new HubServer(bounds, connections).on('request', answer).on('checkExpectation', answer);
  server.prependListener('connection', (socket: Socket) => connections.admit(socket));
  server.on('clientError', (error: ParserFault, stream) => {
    const connection = connections.of(stream as Socket);
    if (!connection) stream.destroy();
    // Thousands of connections may be late at the same moment, so each is ended in a turn of `Turns`.
    else if (error.code === LATE) connections.turns.add(() => endRefused(error, connection));
    else endRefused(error, connection);
  });
  server.on('connect', (_, stream) => {
    const socket = stream as Socket;
    // Node removed all listeners of the socket, and an `error` event without a listener would end the process.
    socket.on('error', () => {});
    const refusal = refuse('BadRequest', { fault: 'CONNECT is for proxies, and this is not one' });
    connections.of(socket)?.end(() => endWith(socket, refusal));
  });
  return server;
}

/** Extends Node's server: `close` also ends idle connections, and `leave` prepares clients for the end. */
class HubServer extends http.Server {
  readonly #connections: Connections;

  constructor({ headMs, requestMs, idleMs }: ServerBounds, connections: Connections) {
    super({
      maxHeaderSize: PARSER_LIMIT,
      optimizeEmptyRequests: true,
      // The hub itself refuses a request that has no `Host`, with a sentence.
      requireHostHeader: false,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: LATE_EVERY_MS,
    });
    // A client that has ended its sending side still gets its answers (RFC 9112 9.6). Node's manual omits this
    // property.
    Object.assign(this, { httpAllowHalfOpen: true });
    this.#connections = connections;
  }

  /**
   * With `seconds` above 0, makes each answer the last of its connection, still accepts new connections, and resolves
   * after these seconds. With 0, accepts no new connections, and gives the open ones LAST_REQUEST_MS for one more
   * request, which would be lost otherwise.
   */
  async leave(seconds: number): Promise<void> {
    this.#connections.leaving = true;
    if (seconds > 0) return sleep(seconds * 1000);
    // `close` of the HTTP server would close idle connections as well.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(this, () => resolve()));
    await Promise.race([closed, sleep(LAST_REQUEST_MS, undefined, { ref: false })]);
  }

  override close(done?: (error?: Error) => void): this {
    this.#connections.close();
    return super.close(done);
  }
}
