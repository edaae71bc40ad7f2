// The connections of a server: limits them in total and by client, chooses which one to close, and ends them.
import type { Socket } from 'node:net';
import { countedAddress } from './client-address.ts';
import { Connection, type MoveBounds, type Shared } from './connection.ts';
import { Turns } from './turns.ts';

/** Counts connections, in all and by address. */
export interface ConnectionCount {
  /** Adds `by`, 1 or -1, to the count of `address` and to that of all. */
  add(address: string | undefined, by: 1 | -1): void;
  /** Counts the connections of `address`; undefined: all of them. */
  of(address: string | undefined): number;
}

/** The count of a thread that shares its bounds with no other. */
class OwnCount implements ConnectionCount {
  readonly #counts = new Map<string | undefined, number>();

  add(address: string | undefined, by: 1 | -1): void {
    for (const one of new Set([address, undefined])) {
      const count = this.of(one) + by;
      if (count > 0) this.#counts.set(one, count);
      else this.#counts.delete(one);
    }
  }

  of(address: string | undefined): number {
    return this.#counts.get(address) ?? 0;
  }
}

export interface ConnectionBounds extends MoveBounds {
  /** The maximum number of connections in all. */
  connections: number;
  /** The maximum number of connections of one address; undefined if they all come from a proxy in front. */
  connectionsPerAddress: number | undefined;
  /** The shared count, if other threads take connections within the same limits. */
  count?: ConnectionCount;
  /** The maximum number of requests that wait behind others of their connection, over all connections. */
  requestsWaiting: number;
  /** Milliseconds between two looks for connections that stand still. */
  lookEveryMs: number;
}

/** If no connection may be closed, the server looks again after this many times the duration of the last look. */
const PATIENCE = 20;

export class Connections {
  /** True once each answer is the last of its connection. */
  leaving = false;
  /** Turns for work that many connections may want at the same time. */
  readonly turns = new Turns();
  readonly #bounds: ConnectionBounds;
  readonly #addressOf: (socket: Socket) => string | undefined;
  readonly #open = new Map<Socket, Connection>();
  readonly #count: ConnectionCount;
  readonly #shared: Shared;
  readonly #timer: NodeJS.Timeout;
  /** The connections that could be closed at the last look, the longest idle one first. */
  #idle = new Set<Connection>();
  /** The time of that look, in milliseconds. */
  #foundAt = 0;
  #findAgainAt = 0;

  /** `addressOf` gives the address of a client, as Node writes it. */
  constructor(bounds: ConnectionBounds, addressOf = (socket: Socket) => socket.remoteAddress) {
    this.#bounds = bounds;
    this.#addressOf = addressOf;
    this.#count = bounds.count ?? new OwnCount();
    this.#shared = { turns: this.turns, waiting: 0, mostWaiting: bounds.requestsWaiting };
    this.#timer = setInterval(() => this.#look(), bounds.lookEveryMs).unref();
  }

  /**
   * Counts a new connection. If there are too many, of its address or in all, closes the longest idle one; if none is
   * idle, closes the new one. Connections of other threads stay.
   */
  admit(socket: Socket): void {
    const { connections, connectionsPerAddress: most } = this.#bounds;
    const address = most === undefined ? undefined : countedAddress(this.#addressOf(socket));
    const connection = new Connection(socket, address, this.#shared);
    this.#count.add(address, 1);
    if ((address === undefined || this.#makeRoom(most!, address)) && this.#makeRoom(connections, undefined)) {
      this.#open.set(socket, connection);
      socket.once('close', () => this.#leave(connection));
    } else {
      this.#count.add(address, -1);
      socket.destroy();
    }
  }

  /** The connection of a socket that was admitted and is still open. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** Closes idle connections now, and every other one after its answer. */
  close(): void {
    this.leaving = true;
    clearInterval(this.#timer);
    for (const connection of this.#open.values()) connection.end(() => connection.socket.destroySoon());
  }

  /** Gives false if there are more than `most` connections, of `address` or in all, and none of them may be closed. */
  #makeRoom(most: number, address: string | undefined): boolean {
    if (this.#count.of(address) <= most) return true;
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
    this.#count.add(connection.address, -1);
  }

  #look(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      // A reset also drops the bytes that the kernel holds for this client: nobody will read them.
      if (connection.look(now, this.#bounds) === 'late') connection.socket.resetAndDestroy();
    }
  }
}
