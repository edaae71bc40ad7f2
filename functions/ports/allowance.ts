// Limits an account's requests per minute, and an instance's concurrent requests. Each instance counts in its own memory.
import type { Awaitable } from '../../src/basics/awaitable.ts';

export const WINDOW_MS = 60_000;
/** An account's requests in any 60 seconds (decision 0024). */
export const PER_MINUTE = { reads: 300, writes: 60 } as const;
/** The most account requests at a time, of all callers together: with more, the database would only queue them. */
const AT_A_TIME = 512;
/** The most sign-in requests at a time: each may wait for the identity provider. */
const STRANGERS_AT_A_TIME = 32;
/** The most accounts counted at a time. */
const COUNTED = 100_000;

/** Limits the requests of callers. */
export interface Rates {
  /** Admits one request of `did` and gives 0, or gives the whole seconds to wait. */
  take(did: string, kind: Kind): Awaitable<number>;
  /** Does `work`; gives undefined if too much is running already. */
  within<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Does `work` for callers without a checked identity, only few at a time: they must not keep signed-in people out. */
  withinStrangers<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export type Kind = keyof typeof PER_MINUTE;

/** The times of counted requests, oldest first; times older than the window are dropped during a count. */
type Times = Record<Kind, number[]>;

/** Runs a limited number of jobs at a time, and refuses more. */
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

  /** Admits one request of `did` and gives 0, or gives the whole seconds to wait. A refused request doesn't count. */
  take(did: string, kind: Kind): number {
    const now = this.#now();
    const times = this.#timesOf(did)[kind];
    const expired = times.findIndex((time) => time > now - WINDOW_MS);
    times.splice(0, expired < 0 ? times.length : expired);
    if (times.length >= PER_MINUTE[kind]) return Math.max(1, Math.ceil((times[0]! + WINDOW_MS - now) / 1000));
    times.push(now);
    return 0;
  }

  /** Does `work`; gives undefined if `AT_A_TIME` are running already. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#accounts.within(work);
  }

  async withinStrangers<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#strangers.within(work);
  }

  /** Accounts are kept in the order of last use, so the one that asked longest ago is dropped first. */
  #timesOf(did: string): Times {
    const times = this.#times.get(did) ?? { reads: [], writes: [] };
    this.#times.delete(did);
    this.#times.set(did, times);
    if (this.#times.size > COUNTED) this.#times.delete(this.#times.keys().next().value!);
    return times;
  }
}
