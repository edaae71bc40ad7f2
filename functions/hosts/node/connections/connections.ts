// Keeps the connections of a server: limits them in total and by client, chooses which one to close, and ends them.
import type { Socket } from 'node:net';
import { countedAddress } from './client-address.ts';
import { Connection, type MoveBounds, type Shared } from './connection.ts';
import { Turns } from './turns.ts';

export interface ConnectionBounds extends MoveBounds {
  /** The maximum number of connections in total. */
  connections: number;
  /** The maximum number of connections of one address; undefined if they all come from a proxy in front. */
  connectionsPerAddress: number | undefined;
  /** The maximum number of requests that wait behind others of their connection, summed over all connections. */
  requestsWaiting: number;
  /** The milliseconds between two looks for clients that make no progress. */
  lookEveryMs: number;
}

/**
 * The pause between two searches for connections that may be closed, as a multiple of the time that the last search
 * took.
 */
const PATIENCE = 20;

export class Connections {
  /** True if each answer ends its connection, because the server is about to end. */
  leaving = false;
  /** Gives turns to work that many connections may want at the same time. */
  readonly turns = new Turns();
  readonly #bounds: ConnectionBounds;
  readonly #addressOf: (socket: Socket) => string | undefined;
  readonly #open = new Map<Socket, Connection>();
  /** The number of open connections by address. */
  readonly #counts = new Map<string, number>();
  readonly #shared: Shared;
  readonly #timer: NodeJS.Timeout;
  /** The connections that the last search found closable, the longest idle one first. */
  #idle = new Set<Connection>();
  /** The time of the last search for idle connections, in milliseconds. */
  #foundAt = 0;
  #findAgainAt = 0;

  /** `addressOf` returns the address of a client, as Node writes it. */
  constructor(bounds: ConnectionBounds, addressOf = (socket: Socket) => socket.remoteAddress) {
    this.#bounds = bounds;
    this.#addressOf = addressOf;
    this.#shared = { turns: this.turns, waiting: 0, mostWaiting: bounds.requestsWaiting };
    this.#timer = setInterval(() => this.#look(), bounds.lookEveryMs).unref();
  }

  /**
   * Counts a new connection. If there are too many, of its address or in total, closes a connection that is idle or
   * whose client makes no progress. If there is none, closes the new one.
   */
  admit(socket: Socket): void {
    const { connections, connectionsPerAddress: most } = this.#bounds;
    const address = most === undefined ? undefined : countedAddress(this.#addressOf(socket));
    const connection = new Connection(socket, address, this.#shared);
    if ((address === undefined || this.#makeRoom(most!, address)) && this.#makeRoom(connections, undefined)) {
      this.#open.set(socket, connection);
      if (address !== undefined) this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
      socket.once('close', () => this.#leave(connection));
    } else socket.destroy();
  }

  /** Returns the connection of a socket that was admitted and is still open; undefined for any other socket. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** Closes idle connections now, and every other connection after its answer. */
  close(): void {
    this.leaving = true;
    clearInterval(this.#timer);
    for (const connection of this.#open.values()) connection.end(() => connection.socket.destroySoon());
  }

  /**
   * Closes a connection if there are `most` already, of `address` or in total. Returns false if none of them may be
   * closed.
   */
  #makeRoom(most: number, address: string | undefined): boolean {
    const open = address === undefined ? this.#open.size : (this.#counts.get(address) ?? 0);
    if (open < most) return true;
    const idle = this.#longestIdle(address) ?? (this.#findIdle() ? this.#longestIdle(address) : undefined);
    if (!idle) return false;
    idle.socket.destroy();
    this.#leave(idle);
    return true;
  }

  #longestIdle(address: string | undefined): Connection | undefined {
    for (const one of this.#idle) {
      if (one.since > this.#foundAt || !one.mayGo) this.#idle.delete(one);
      else if (address === undefined || one.address === address) return one;
    }
    return undefined;
  }

  #findIdle(): boolean {
    const now = performance.now();
    if (now < this.#findAgainAt) return false;
    this.#idle = new Set([...this.#open.values()].filter((one) => one.mayGo).sort((a, b) => a.since - b.since));
    this.#foundAt = now;
    this.#findAgainAt = now + PATIENCE * (performance.now() - now);
    return true;
  }

  #leave(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    connection.clear();
    this.#idle.delete(connection);
    const { address } = connection;
    if (address === undefined) return;
    const left = this.#counts.get(address)! - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }

  #look(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      // A reset also drops the bytes that the kernel holds for this client, because nobody will read them.
      if (connection.look(now, this.#bounds) === 'late') connection.socket.resetAndDestroy();
    }
  }
}
