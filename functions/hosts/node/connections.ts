// Keeps the connections of a server: limits them in total and by client, and ends those on which nothing moves.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export interface ConnectionBounds {
  /** The maximum number of connections in total. */
  connections: number;
  /** The maximum number of connections of one address; undefined if they all come from a proxy in front. */
  connectionsPerAddress: number | undefined;
  /** The maximum number of requests that wait behind others of their connection. Each takes two kilobytes. */
  requestsWaiting: number;
  /** The milliseconds that a connection may be idle after an answer. */
  idleMs: number;
  /** The milliseconds without a byte in either direction after which a connection is closed whose request is running. */
  stillMs: number;
  /** The milliseconds without a byte after which a new connection may replace one whose request is running. */
  mayGoMs: number;
  /** The milliseconds between two looks for connections on which nothing moves. */
  lookEveryMs: number;
}

/** One connection. A request costs only an assignment: whether a connection is idle is found on demand. */
export interface Connection {
  readonly socket: Socket;
  /** The address for which the connection counts; undefined if the connection is not counted. */
  readonly address: string | undefined;
  /** The response to the newest request. Node sends responses in the order of their requests. */
  last: ServerResponse | undefined;
  /** The number of requests that wait for the answers before theirs. */
  waiting: number;
  /** True if the connection takes no further request. */
  isEnding: boolean;
  /** The newest response when the connection was last considered for closing. */
  considered: ServerResponse | undefined;
  /** The number of bytes that had moved at the last look, and the time in milliseconds since which it is the same. */
  moved: number;
  movedAt: number;
}

/** The maximum number of connections that are considered in order to make room for one. */
const CONSIDERED = 64;

type Open = Map<Socket, Connection>;

export class Connections {
  /** True if each answer ends its connection, because the server is about to end. */
  isLeaving = false;
  readonly #bounds: ConnectionBounds;
  readonly #addressOf: (socket: Socket) => string | undefined;
  /** The open connections, those that are to be considered first for closing at the beginning. */
  readonly open: Open = new Map();
  readonly #byAddress = new Map<string, Open>();
  readonly #timer: NodeJS.Timeout;
  #waiting = 0;

  /** `addressOf` returns the address of a client, as Node writes it. */
  constructor(bounds: ConnectionBounds, addressOf = (socket: Socket) => socket.remoteAddress) {
    this.#bounds = bounds;
    this.#addressOf = addressOf;
    this.#timer = setInterval(() => this.#look(), bounds.lookEveryMs).unref();
  }

  /**
   * Takes a new connection. If there are too many, of its address or in total, closes one that is idle or on which
   * nothing moves. If there is none, closes the new one.
   */
  admit(socket: Socket): void {
    const { connections, connectionsPerAddress: most } = this.#bounds;
    const address = most === undefined ? undefined : countedAddress(this.#addressOf(socket));
    const fellow = address === undefined ? undefined : (this.#byAddress.get(address) ?? new Map());
    if ((fellow && !this.#makeRoom(fellow, most!)) || !this.#makeRoom(this.open, connections))
      return void socket.destroy();
    const state = { last: undefined, waiting: 0, isEnding: false, considered: undefined };
    const connection: Connection = { socket, address, ...state, moved: 0, movedAt: performance.now() };
    this.open.set(socket, connection);
    if (fellow) this.#byAddress.set(address!, fellow.set(socket, connection));
    // Node calls this after the last answer of a connection.
    socket.destroySoon = () => endAfterAnswer(connection);
    socket.once('close', () => this.#leave(connection));
  }

  /**
   * Calls `begin` when the answers before `response` are sent, in a turn of its own. Meanwhile nothing more is read from
   * the client. If too many requests wait, closes the connection instead.
   */
  wait(connection: Connection, response: ServerResponse, begin: () => void): void {
    const { socket } = connection;
    if (++this.#waiting > this.#bounds.requestsWaiting) socket.destroy();
    // Node resumes the socket for each request that it parses.
    if (connection.waiting++ === 0) socket.on('resume', holdBack);
    socket.pause();
    // Node gives the socket to a response when the response before it is sent.
    response.once('socket', () =>
      inTurn(() => {
        if (this.open.get(socket) !== connection) return;
        this.#waiting--;
        if (--connection.waiting === 0) socket.off('resume', holdBack).resume();
        begin();
      }),
    );
  }

  /** Closes idle connections now, and every other connection after its last answer. */
  close(): void {
    this.isLeaving = true;
    clearInterval(this.#timer);
    for (const connection of this.open.values()) afterLast(connection, () => connection.socket.destroySoon());
  }

  /**
   * Closes a connection if there are `most` already. Connections are considered in turn, and one with a request since
   * the last time is spared. Returns false if none of those that were considered may be closed.
   */
  #makeRoom(open: Open, most: number): boolean {
    if (open.size < most) return true;
    let count = 0;
    for (const [socket, one] of open) {
      const isStill = isIdle(one) || performance.now() - one.movedAt >= this.#bounds.mayGoMs;
      if (isStill && one.considered === one.last) {
        socket.destroy();
        this.#leave(one);
        return true;
      }
      one.considered = one.last;
      open.delete(socket);
      open.set(socket, one);
      if (++count === CONSIDERED) break;
    }
    return false;
  }

  #leave(connection: Connection): void {
    const { socket, address, waiting } = connection;
    if (!this.open.delete(socket)) return;
    this.#waiting -= waiting;
    if (address === undefined) return;
    const fellows = this.#byAddress.get(address)!;
    fellows.delete(socket);
    if (fellows.size === 0) this.#byAddress.delete(address);
  }

  #look(): void {
    const { idleMs, stillMs } = this.#bounds;
    const now = performance.now();
    for (const [socket, one] of this.open) {
      // A write counts when the kernel has all of it, so large answers are sent in small pieces.
      const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      if (moved !== one.moved) Object.assign(one, { moved, movedAt: now });
      else if (isIdle(one)) {
        if (now - one.movedAt >= idleMs) socket.destroy();
        // A reset also drops the bytes that the kernel holds for this client, because nobody will read them.
      } else if (now - one.movedAt >= stillMs) socket.resetAndDestroy();
    }
  }
}

/** True if no request is running. */
const isIdle = ({ last }: Connection): boolean => !last || last.writableFinished || last.destroyed;

/** Calls `end` after the answers to the requests that were taken, and makes the connection take no further request. */
export function afterLast(connection: Connection, end: () => void): void {
  connection.isEnding = true;
  if (isIdle(connection)) end();
  else connection.last!.once('close', end);
}

/**
 * The milliseconds until a connection is closed whose client is still sending. If it were closed at once, the client
 * would not get the answer.
 */
const HEARD_OUT_MS = 1000;

/** Ends a connection when what was written is sent, and drops everything that still comes. */
export function endAfterAnswer(connection: Connection, isHeardOut = connection.last?.req.complete === false): void {
  const { socket } = connection;
  connection.isEnding = true;
  if (isHeardOut) {
    socket.end();
    setTimeout(() => socket.destroy(), HEARD_OUT_MS).unref();
  } else Socket.prototype.destroySoon.call(socket);
}

function holdBack(this: Socket): void {
  this.pause();
}

/** The milliseconds of work in a round. Only a single long turn exceeds them. */
const SHARE_MS = 1;
let queue: (() => void)[] = [];

/**
 * Calls `turn` in the next round of the event loop, or a later one. A round has to be short, because Node accepts one
 * new connection in each: the last of a thousand new clients waits for a thousand rounds.
 */
export function inTurn(turn: () => void): void {
  if (queue.push(turn) === 1) setImmediate(round);
}

function round(): void {
  const { length } = queue;
  const end = performance.now() + SHARE_MS;
  let given = 0;
  do queue[given++]!();
  while (given < length && performance.now() < end);
  queue = queue.slice(given);
  if (queue.length > 0) setImmediate(round);
}

/**
 * Returns the name under which connections from `remote` are counted; undefined for those of this machine to itself,
 * which are not counted. An IPv4 address inside IPv6 counts as IPv4 (RFC 4291 2.5.5.2). Only the first 64 bits of an
 * IPv6 address count: a client that has one address of such a network has all of them (RFC 4291 2.5.4).
 */
export function countedAddress(remote: string | undefined): string | undefined {
  const address = remote?.replace(/^::ffff:(?=\d+\.)/i, '');
  if (address === undefined || address.startsWith('127.') || address === '::1') return undefined;
  if (!address.includes(':')) return address;
  const missing = 8 - groupsOf(address).length;
  const whole = address.replace('::', `:${'0:'.repeat(missing)}`);
  return `${groupsOf(whole).slice(0, 4).join(':')}::/64`;
}

const groupsOf = (address: string) => address.split(':').filter((group) => group !== '');

/**
 * An eighth of all descriptors is reserved for the tree, the databases, the log and new callers. These are the minimum
 * and the maximum number of reserved descriptors.
 */
const RESERVE = { least: 32, most: 256 };
/**
 * The maximum number of connections unless the operator wants more. It is limited because each connection costs memory.
 */
const USUAL = 10_000;

/**
 * Returns the maximum number of connections at a time: the number that the operator wants, or the usual number, within
 * `limit` descriptors. Each connection may hold two descriptors, a socket and a file. `notice` gets a sentence if fewer
 * connections are possible than the operator wants.
 */
export function connectionsWithin(
  limit: number,
  wanted: number | undefined,
  notice: (sentence: string) => void,
): number {
  const reserve = Math.min(RESERVE.most, Math.max(RESERVE.least, Math.floor(limit / 8)));
  const possible = Math.max(1, Math.floor((limit - reserve) / 2));
  if (wanted !== undefined && wanted > possible)
    notice(
      `limits.connections of service.yaml is ${wanted}, and this process may open ${limit} files, which is ` +
        `enough for ${possible}: raise that limit (ulimit -n), or want fewer. It goes on with ${possible}.`,
    );
  return Math.min(wanted ?? USUAL, possible);
}

/**
 * Returns the maximum number of descriptors that this process may have open; Infinity if it is unknown, since only Linux
 * tells, and a container may hide it. Node raises the soft limit to the hard one when it starts.
 */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
