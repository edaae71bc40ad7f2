// Connections that share a bound, and which of them may go for a new one.

/** As much of a connection as decides whether it may go. */
interface Member {
  /** When its last request came, or it itself, or was last seen not to be idle; in milliseconds. */
  readonly since: number;
  /** Its client takes nothing of an answer that waits for it, or sends nothing of a body that is awaited. */
  readonly isStill: boolean;
  /** No request of it is under way. */
  readonly isIdle: boolean;
}

/** Connections as several threads count them together; one counts in all and, where it has one, of its address. */
export interface ConnectionCount {
  add(address: string | undefined): void;
  remove(address: string | undefined): void;
  /** How many there are of `address`; undefined: in all. */
  of(address: string | undefined): number;
}

/** Looked for at a time: a fiftieth of those that may go. */
const SHARE = 50;
/** Where none may go, it is looked again after so many times as long as looking took. */
const PATIENCE = 20;

export class Group<Connection extends Member> {
  readonly most: number;
  /** The address they come from; undefined: any. */
  readonly address: string | undefined;
  readonly members = new Set<Connection>();
  /** The members that had been idle for longest at the last look, the longest one last, and since when. */
  #found: { connection: Connection; since: number }[] = [];
  #lookAgainAt = 0;
  readonly #count: ConnectionCount | undefined;

  /** `count` has those of other threads too, and already the one that wants to be a member. */
  constructor(most: number, address?: string, count?: ConnectionCount) {
    this.most = most;
    this.address = address;
    this.#count = count;
  }

  /** There is no room for another member. */
  get isFull(): boolean {
    if (this.#count) return this.#count.of(this.address) > this.most;
    return this.members.size >= this.most;
  }

  /** The one that was idle, or stood still, for longest; undefined where none is either. */
  longestIdle(): Connection | undefined {
    return this.#next() ?? (this.#look() ? this.#next() : undefined);
  }

  #next(): Connection | undefined {
    for (;;) {
      const found = this.#found.pop();
      if (!found) return undefined;
      const { connection, since } = found;
      if (this.members.has(connection) && connection.since === since && mayGo(connection)) return connection;
    }
  }

  #look(): boolean {
    const begun = performance.now();
    if (begun < this.#lookAgainAt) return false;
    const idle = [...this.members].filter(mayGo).sort((a, b) => a.since - b.since);
    const ended = performance.now();
    if (idle.length === 0) this.#lookAgainAt = ended + PATIENCE * (ended - begun);
    const first = idle.slice(0, Math.ceil(idle.length / SHARE));
    this.#found = first.map((connection) => ({ connection, since: connection.since })).reverse();
    return first.length > 0;
  }
}

const mayGo = (connection: Member) => connection.isStill || connection.isIdle;
