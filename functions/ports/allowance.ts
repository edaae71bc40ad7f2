// Limits the requests of an account per minute, and the requests that an instance serves at the same time. Each
// instance counts in its own memory.
import type { Awaitable } from '../../src/basics/awaitable.ts';

export const WINDOW_MS = 60_000;
/** The maximum number of requests of an account in any 60 seconds (decision 0024). */
export const PER_MINUTE = { reads: 300, writes: 60 } as const;
/**
 * The maximum number of requests that run at the same time, for each kind of caller (`Lane`). More account requests
 * would only wait in the database, and each sign-in may wait for the identity provider.
 */
const AT_A_TIME = { accounts: 512, strangers: 32 } as const;
/** The maximum number of accounts whose requests are counted. */
const COUNTED = 100_000;

/** Limits how often callers may ask, and how many requests run at the same time. */
export interface Rates {
  /** Admits one request of the account `did` and returns 0, or returns the whole seconds that the caller must wait. */
  take(did: string, kind: Kind): Awaitable<number>;
  /** Does `work`. Returns undefined without doing it if too many requests of this kind of caller are running. */
  within<T>(lane: Lane, work: () => Promise<T>): Promise<T | undefined>;
}

/**
 * The kinds of callers. A stranger has no checked identity. Only a few strangers are served at a time, so that they do
 * not keep signed-in people out.
 */
export type Lane = keyof typeof AT_A_TIME;

export type Kind = keyof typeof PER_MINUTE;

/**
 * The times of counted requests, the oldest first. Times that are more than a minute old are dropped at the next
 * request.
 */
type Times = Record<Kind, number[]>;

export class Allowance implements Rates {
  readonly #now: () => number;
  readonly #times = new Map<string, Times>();
  readonly #underWay = { accounts: 0, strangers: 0 };

  /** `now` returns milliseconds of a clock that only goes forward. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Admits a request, or returns the seconds to wait, as `Rates` says. A refused request does not count. */
  take(did: string, kind: Kind): number {
    const now = this.#now();
    const times = this.#timesOf(did)[kind];
    const expired = times.findIndex((time) => time > now - WINDOW_MS);
    times.splice(0, expired < 0 ? times.length : expired);
    if (times.length >= PER_MINUTE[kind]) return Math.max(1, Math.ceil((times[0]! + WINDOW_MS - now) / 1000));
    times.push(now);
    return 0;
  }

  async within<T>(lane: Lane, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#underWay[lane] >= AT_A_TIME[lane]) return undefined;
    this.#underWay[lane]++;
    try {
      return await work();
    } finally {
      this.#underWay[lane]--;
    }
  }

  /**
   * Returns the times of an account. Accounts are kept in the order of their last request, so the account that was idle
   * longest is dropped first.
   */
  #timesOf(did: string): Times {
    const times = this.#times.get(did) ?? { reads: [], writes: [] };
    this.#times.delete(did);
    this.#times.set(did, times);
    if (this.#times.size > COUNTED) this.#times.delete(this.#times.keys().next().value!);
    return times;
  }
}
