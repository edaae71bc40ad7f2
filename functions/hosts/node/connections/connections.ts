// The connections of a server: how many there may be, for whom, which one goes when there are too many, and how they end.
import type { Socket } from 'node:net';
import { countedAddress } from './client-address.ts';
import { Connection, type Shared } from './connection.ts';
import { type ConnectionCount, Group } from './connection-group.ts';
import { type ReaderBounds, ReaderWatch } from './reader-watch.ts';
import { Turns } from './turns.ts';

export interface ConnectionBounds {
  /** Connections in all. */
  connections: number;
  /** Connections of one address; undefined: another edge stands in front, and all come from there. */
  connectionsPerAddress: number | undefined;
  /** The common count, if other threads take connections within the same bounds. */
  count?: ConnectionCount;
  reader: ReaderBounds;
  /** A connection whose body stood still for so many milliseconds may be dropped for the sake of a new one. */
  bodyStillMs: number;
  /** Requests that wait behind others of their connection, in all. */
  requestsWaiting: number;
  /** How often connections that stand still are looked for. */
  lookEveryMs: number;
}

/** For so long after a client sent many requests ahead, new connections are read little by little from the beginning. */
const WARY_MS = 60_000;

export class Connections {
  /** True once no new ones are taken. */
  closing = false;
  /** True once each answer is the last of its connection. */
  leaving = false;
  /** For what many connections may want at the same time. */
  readonly turns = new Turns();
  readonly #bounds: ConnectionBounds;
  readonly #addressOf: (socket: Socket) => string | undefined;
  readonly #open = new Map<Socket, Connection>();
  readonly #all: Group<Connection>;
  readonly #byAddress = new Map<string, Group<Connection>>();
  readonly #shared: Shared;
  #waryUntil = 0;
  readonly #timer: NodeJS.Timeout;
  #onEmpty: (() => void) | undefined;

  /** `addressOf` gives the address of a client, as Node writes it. */
  constructor(bounds: ConnectionBounds, addressOf = (socket: Socket) => socket.remoteAddress) {
    this.#bounds = bounds;
    this.#addressOf = addressOf;
    const onMany = (connection: Connection) => this.#beWary(connection);
    this.#shared = { turns: this.turns, waiting: 0, mostWaiting: bounds.requestsWaiting, onMany };
    this.#all = new Group(bounds.connections, undefined, bounds.count);
    this.#timer = setInterval(() => this.#look(), bounds.lookEveryMs).unref();
  }

  /**
   * Counts a new connection. Where there are too many, of its address or in all, the longest idle one is closed for it;
   * where none is idle, the new one, and undefined is given. Connections of other threads stay.
   */
  admit(socket: Socket): Connection | undefined {
    const groups = this.#groupsOf(socket);
    const { count } = this.#bounds;
    count?.add(groups[0]!.address);
    if (this.closing || !groups.every((group) => this.#makeRoom(group))) {
      count?.remove(groups[0]!.address);
      socket.destroy();
      return undefined;
    }
    const connection = new Connection(socket, groups, new ReaderWatch(socket, this.#bounds.reader), this.#shared);
    for (const group of groups) {
      group.members.add(connection);
      if (group.address !== undefined) this.#byAddress.set(group.address, group);
    }
    this.#open.set(socket, connection);
    socket.once('close', () => this.#leave(connection));
    return connection;
  }

  /** The HTTP server has set up its parser for `socket`. */
  ready(socket: Socket): void {
    if (performance.now() < this.#waryUntil) this.of(socket)?.pace();
  }

  /** The connection of a socket that was let in and is not closed. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** From now on each answer is the last of its connection. Resolves when none is open any more. */
  emptied(): Promise<void> {
    this.leaving = true;
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** Closes those that wait for a request now, and every other one when its answer is through. */
  close(): void {
    this.closing = true;
    this.leaving = true;
    clearInterval(this.#timer);
    for (const connection of this.#open.values()) {
      const { socket } = connection;
      if (connection.isIdle) socket.destroy();
      else connection.take({ begin: () => socket.destroySoon() });
    }
  }

  /** Many connections may bring a burst at once, and each would be parsed whole before anybody else is heard. */
  #beWary({ groups }: Connection): void {
    this.#waryUntil = performance.now() + WARY_MS;
    for (const connection of groups[0]!.members) connection.pace();
  }

  #groupsOf(socket: Socket): Group<Connection>[] {
    const { connectionsPerAddress: most } = this.#bounds;
    const address = most === undefined ? undefined : countedAddress(this.#addressOf(socket));
    if (address === undefined) return [this.#all];
    return [this.#byAddress.get(address) ?? new Group<Connection>(most!, address, this.#bounds.count), this.#all];
  }

  #makeRoom(group: Group<Connection>): boolean {
    if (!group.isFull) return true;
    const idle = group.longestIdle();
    if (!idle) return false;
    idle.socket.destroy();
    this.#leave(idle);
    return true;
  }

  #leave(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    if (this.#open.size === 0) this.#onEmpty?.();
    this.#bounds.count?.remove(connection.groups[0]!.address);
    for (const group of connection.groups) {
      group.members.delete(connection);
      if (group.members.size === 0 && group.address !== undefined) this.#byAddress.delete(group.address);
    }
  }

  #look(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      const { socket } = connection;
      const reading = connection.reader.look(now);
      if (!connection.isIdle) connection.since = now;
      connection.isStill = reading === 'still' || connection.silence(now) >= this.#bounds.bodyStillMs;
      // A reset drops what the kernel holds for it too: nobody will read that.
      if (reading === 'late') socket.resetAndDestroy();
    }
  }
}
