// Runs Node's HTTP server around the hub: limits requests, answers bytes that are no request, listens and closes.
import { once } from 'node:events';
import { type AddressInfo, Server, type Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_HEADERS, MAX_URL } from '../../../src/basics/limits.ts';
import type { Config } from '../../../src/service/config.ts';
import { pairsOf } from '../../../src/table/headers.ts';
import { type Refusal, refuse } from '../../../src/table/refusals.ts';
import { refusalAnswer } from '../../answers/refusal-answer.ts';
import type { Hub } from '../../hub/hub.ts';
import { identified } from '../../request/answer.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import {
  afterLast,
  type Connection,
  type ConnectionBounds,
  Connections,
  endAfterAnswer,
  inTurn,
} from './connections.ts';
import { type Served, takeRequest } from './exchange.ts';

// An `import` would read every export of the module, and so load Node's WebSocket client at every start.
const http = process.getBuiltinModule('node:http');

/**
 * The maximum size in bytes of a head that Node itself accepts. It is larger than our own limit, so that our refusal
 * comes first, and smaller than what Node reads at a time, so that a refused packet is mostly the first.
 */
const PARSER_LIMIT = 48 * 1024;

/** The milliseconds between two searches for late requests. With a short interval each search finds only a few. */
const LATE_EVERY_MS = 100;

/** The milliseconds that clients with open connections have for one more request before the server closes. */
const LAST_REQUEST_MS = 1000;

/** The milliseconds after which the transfers that are still running are cut off at the end. */
const GRACE_MS = 10_000;

/**
 * The maximum number of new connections that wait to be accepted; the kernel has its own limit. A caller beyond the
 * limit waits for seconds.
 */
const BACKLOG = 4096;

export interface ServerBounds extends ConnectionBounds {
  /** The milliseconds within which a head, and within which a whole request, must arrive. */
  headMs: number;
  requestMs: number;
}

/** The default limits. */
const usualBounds: ServerBounds = {
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 20_000,
  stillMs: 60_000,
  mayGoMs: 10_000,
  lookEveryMs: 2_000,
  requestsWaiting: 65_536,
  connections: Number.POSITIVE_INFINITY,
  connectionsPerAddress: undefined,
};

interface ServerSettings {
  bounds?: Partial<ServerBounds>;
  /** Called with each fault of ours and with the line of the request that caused it. */
  onFault?: (error: unknown, line: string) => void;
  /** Returns the address of a client as Node writes it, if the socket itself does not have it. */
  addressOf?: (socket: Socket) => string | undefined;
}

/** An error as Node's parser reports it. */
interface ParserFault extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
  /** The number of bytes of the packet that were read before the fault. */
  bytesParsed?: number;
}

/** Makes a server that answers with `hub`. The caller calls `listen` and `close`. */
export function createHubServer(hub: Hub, log: AccessLog, settings: ServerSettings = {}): HubServer {
  const { onFault = (error) => process.emitWarning(error as Error), addressOf } = settings;
  const bounds = { ...usualBounds, ...settings.bounds };
  const connections = new Connections(bounds, addressOf);
  const served: Served = { hub, log, connections, onFault };
  const take = takeRequest.bind(undefined, served);
  const server = new HubServer(bounds, connections)
    .on('request', take)
    .on('checkContinue', take)
    .on('checkExpectation', take);
  server.prependListener('connection', (socket: Socket) => connections.admit(socket));
  const refuseBytes = (connection: Connection, refusal: Refusal) => {
    const { last } = connection;
    const end = () => endWith(connection, refusal);
    // The request whose rest does not come gets the refusal, unless its answer has begun.
    if (!last || last.req.complete || last.headersSent) return afterLast(connection, end);
    connection.isEnding = true;
    if (last.socket) end();
    else last.once('socket', end);
  };
  server.on('clientError', (error: ParserFault, stream) => {
    const socket = stream as Socket;
    const connection = connections.open.get(socket);
    if (!connection || error.code === 'ECONNRESET') return void stream.destroy();
    // The answer to the last request already ends the connection, and one refusal is enough. Node reports an error for
    // each packet that a refused client goes on to send.
    if (error.code === BEHIND_THE_LAST || connection.isEnding) return;
    // Thousands of connections may be late at the same moment, so each is ended in a turn of its own.
    if (error.code === LATE) inTurn(() => refuseBytes(connection, refusedByParser(error)));
    else refuseBytes(connection, refusedByParser(error));
  });
  server.on('connect', (_, stream) => {
    const socket = stream as Socket;
    // Node removed all listeners of the socket, and an `error` event without a listener would end the process.
    socket.on('error', () => {});
    const connection = connections.open.get(socket);
    if (connection)
      refuseBytes(connection, refuse('BadRequest', { fault: 'CONNECT is for proxies, and this is not one' }));
  });
  return server;
}

/** Extends Node's server: `close` also ends idle connections, and `leave` prepares clients for the end. */
class HubServer extends http.Server {
  readonly #connections: Connections;

  constructor({ headMs, requestMs }: ServerBounds, connections: Connections) {
    super({
      maxHeaderSize: PARSER_LIMIT,
      optimizeEmptyRequests: true,
      // The hub itself refuses a request that has no `Host`, with a sentence.
      requireHostHeader: false,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      // `Connections` closes idle connections. Node would make two timers for each request.
      keepAliveTimeout: 0,
      connectionsCheckingInterval: LATE_EVERY_MS,
    });
    // Only the size of a head is limited; Node would take 1000 lines. A client that has ended its sending side still
    // gets its answers (RFC 9112 9.6), by a property that Node's manual omits.
    Object.assign(this, { maxHeadersCount: 0, httpAllowHalfOpen: true });
    this.#connections = connections;
  }

  /**
   * With `seconds` above 0, makes each answer the last of its connection, still accepts new connections, and resolves
   * after these seconds. With 0, accepts no new connections, and gives the open ones LAST_REQUEST_MS for one more
   * request, which would be lost otherwise.
   */
  async leave(seconds: number): Promise<void> {
    this.#connections.isLeaving = true;
    if (seconds > 0) return sleep(seconds * 1000);
    // `close` of the HTTP server would close idle connections as well.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(this, () => resolve()));
    await Promise.race([closed, sleep(LAST_REQUEST_MS, undefined, { ref: false })]);
  }

  override close(done?: (error?: Error) => void): this {
    this.#connections.close();
    return super.close(done);
  }

  /** Closes. Resolves when the running transfers have ended; after GRACE_MS milliseconds it cuts them off. */
  async end(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.close(() => resolve()));
    const late = setTimeout(() => this.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(late);
  }
}

/** Node's code for bytes after a request whose headers say that it is the last one (RFC 9112 9.6). */
const BEHIND_THE_LAST = 'HPE_CLOSED_CONNECTION';

/** Node's code for a head or a request that was not complete in time. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Matches the beginning of a request whose target is too long. */
const LONG_TARGET = new RegExp(`^[A-Z]+ [^ \\n]{${MAX_URL + 1}}`);

function refusedByParser(error: ParserFault): Refusal {
  if (error.code === LATE) return { ...refuse('BadRequest', { fault: 'it was not complete in time' }), status: 408 };
  if (error.code === 'HPE_INVALID_URL')
    return refuse('BadRequest', { fault: 'its target has a character that must be percent-encoded' });
  const packet = error.rawPacket?.toString('latin1') ?? '';
  // Node's parser refuses a method that it does not know, even in a request line that is well-formed (RFC 9112 3). Other
  // requests may stand before the faulty one in the packet.
  const line = packet.slice(packet.lastIndexOf('\n', (error.bytesParsed ?? 0) - 1) + 1);
  if (error.code === 'HPE_INVALID_METHOD' && /^[!-~]+ \S+ HTTP\/1\.[01]\r?\n/.test(line))
    return refuse('ReadOnly', { allow: 'GET, HEAD' }, ['Allow', 'GET, HEAD']);
  if (error.code !== 'HPE_HEADER_OVERFLOW') return refuse('BadRequest', { fault: 'it is not well-formed HTTP/1.1' });
  return LONG_TARGET.test(packet)
    ? refuse('UriTooLong', { limit: MAX_URL })
    : refuse('HeadersTooLarge', { limit: MAX_HEADERS });
}

/** Answers a connection from which no further request is read, and closes it. */
function endWith(connection: Connection, refusal: Refusal): void {
  // The answer before was the last one.
  if (!connection.socket.writable) return;
  // The headers of the request were not read, so its `X-Request-Id` is unknown.
  const { status, headers, body } = identified(refusalAnswer(refusal, 'hub'), { header: () => undefined }, undefined);
  const lines = pairsOf(['Connection', 'close', ...headers]).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.socket.write(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body as string}`);
  endAfterAnswer(connection, status !== 408);
}

/** Listens at an address. Rejects with one sentence if the address is taken, or can't be used on this machine. */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  try {
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening');
  } catch (error) {
    throw new Error(listenFault(error as NodeJS.ErrnoException, host, port));
  }
}

/** Makes sure that no other process listens at the address. Rejects as `listen` does. */
export async function checkAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (port === 0) return;
  const server = new Server((socket) => socket.destroy());
  await listen(server, { host, port });
  await once(server.close(), 'close');
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: set PORT to another one, or stop what listens there.`;
  if (error.code === 'EACCES')
    return `Port ${port} on ${host} needs more rights than this user has: set PORT to one above 1023.`;
  return `Can't listen on ${host}, port ${port} (${error.code}): set HOST and PORT to an address of this machine.`;
}

/** Returns the URL of the port at which `server` listens, on `host`. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
