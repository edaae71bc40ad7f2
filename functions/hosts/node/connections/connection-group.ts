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

/** Looked for at a time: a fiftieth of those that may go. */
const SHARE = 50;
/** Where none may go, it is looked again after so many times as long as looking took. */
const PATIENCE = 20;

export class Group<Connection extends Member> {
  readonly most: number;
  /** The address they come from; undefined: any. */
  readonly address: string | undefined;
  readonly members = new Set<Connection>();
  /** Those that were longest idle when it was looked last, the longest last, and since when. */
  #found: { connection: Connection; since: number }[] = [];
  #lookAgainAt = 0;

  constructor(most: number, address?: string) {
    this.most = most;
    this.address = address;
  }

  get isFull(): boolean {
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
