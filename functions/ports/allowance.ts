// Limits the requests of an account in a minute, and of an instance at a time. Each instance counts in its own memory.
import type { Awaitable } from '../../src/basics/awaitable.ts';

export const WINDOW_MS = 60_000;
/** In any 60 seconds, an account (decision 0024). */
export const PER_MINUTE = { reads: 300, writes: 60 } as const;
/** Account requests under way at a time, of all callers together: beyond that the database would only queue them. */
const AT_A_TIME = 512;
/** Requests under way at a time of people who are signing in: each may wait for the identity provider. */
const STRANGERS_AT_A_TIME = 32;
/** Accounts that are counted at a time. */
const COUNTED = 100_000;

/** Limits the requests of callers. */
export interface Rates {
  /** Lets one request of `did` through and gives 0, or gives the whole seconds to wait. */
  take(did: string, kind: Kind): Awaitable<number>;
  /** Does `work`, unless too much is under way: undefined then. */
  within<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Limits callers without a checked identity, few at a time: they must not keep signed-in people out. */
  withinStrangers<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export type Kind = keyof typeof PER_MINUTE;

/** The times of counted requests, oldest first; those older than the window are dropped when they are met. */
type Times = Record<Kind, number[]>;

/** So much work at a time, and no more. */
class BoundedWork {
  readonly #most: number;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#underWay >= this.#most) return undefined;
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
    }
  }
}

export class Allowance implements Rates {
  readonly #now: () => number;
  readonly #times = new Map<string, Times>();
  readonly #accounts = new BoundedWork(AT_A_TIME);
  readonly #strangers = new BoundedWork(STRANGERS_AT_A_TIME);

  /** `now` gives milliseconds of a clock that only goes forward. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Lets one request of `did` through and gives 0, or gives the whole seconds to wait. A refused request doesn't
   * count.
   */
  take(did: string, kind: Kind): number {
    const now = this.#now();
    const times = this.#timesOf(did)[kind];
    const expired = times.findIndex((time) => time > now - WINDOW_MS);
    times.splice(0, expired < 0 ? times.length : expired);
    if (times.length >= PER_MINUTE[kind]) return Math.max(1, Math.ceil((times[0]! + WINDOW_MS - now) / 1000));
    times.push(now);
    return 0;
  }

  /** Does `work`, unless `AT_A_TIME` are under way: undefined then. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#accounts.within(work);
  }

  async withinStrangers<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#strangers.within(work);
  }

  /** Kept in the order of last use, so that the one forgotten first is the one that asked longest ago. */
  #timesOf(did: string): Times {
    const times = this.#times.get(did) ?? { reads: [], writes: [] };
    this.#times.delete(did);
    this.#times.set(did, times);
    if (this.#times.size > COUNTED) this.#times.delete(this.#times.keys().next().value!);
    return times;
  }
}
