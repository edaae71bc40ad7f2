// Limits the requests of an account per minute, and the requests that an instance serves at the same time. Instances
// that share a database count requests there, and each counts in its own memory while the database is away.
import { Remembered } from '../../src/basics/remembered.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';

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
/**
 * The maximum number of refused accounts that are remembered. Until such an account may try again, the database is not
 * asked about it.
 */
const REFUSED = 10_000;
const BUSY_SECONDS = 1;

/**
 * The kinds of callers. A stranger has no checked identity. Only a few strangers are served at a time, so that they do
 * not keep signed-in people out.
 */
type Lane = keyof typeof AT_A_TIME;

export type Kind = keyof typeof PER_MINUTE;

/**
 * Counts one request of an account in the database of all instances and resolves to 0, or counts nothing and resolves to
 * the milliseconds to wait. May reject with a `StoreUnavailable`.
 */
type SharedCount = (did: string, kind: Kind) => Promise<number>;

export class Allowance {
  readonly #now: () => number;
  readonly #shared: SharedCount | undefined;
  /**
   * The times of counted requests of each account, the oldest first. Accounts are kept in the order of their last
   * request, so the account that was idle longest is dropped first.
   */
  readonly #times = new Map<string, Record<Kind, number[]>>();
  /** The time when each account that the database refused may try again. */
  readonly #refused = new Remembered<string, number>({ most: REFUSED });
  readonly #underWay = { accounts: 0, strangers: 0 };

  /** `now` returns milliseconds of a clock that only goes forward. */
  constructor(now: () => number, shared?: SharedCount) {
    this.#now = now;
    this.#shared = shared;
  }

  /**
   * Admits one request of the account `did` and returns 0, or returns the whole seconds that the caller must wait. A
   * refused request does not count.
   */
  async take(did: string, kind: Kind): Promise<number> {
    if (!this.#shared) return this.#takeHere(did, kind);
    const key = `${kind} ${did}`;
    const left = (this.#refused.known(key) ?? 0) - this.#now();
    if (left > 0) return Math.ceil(left / 1000);
    try {
      const wait = await this.within('accounts', () => this.#shared!(did, kind));
      if (wait === undefined) return BUSY_SECONDS;
      if (wait > 0) this.#refused.put(key, this.#now() + Math.min(wait, WINDOW_MS));
      return Math.ceil(wait / 1000);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return this.#takeHere(did, kind);
    }
  }

  /** Does `work`. Returns undefined without doing it if too many requests of this kind of caller are running. */
  async within<T>(lane: Lane, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#underWay[lane] >= AT_A_TIME[lane]) return undefined;
    this.#underWay[lane]++;
    try {
      return await work();
    } finally {
      this.#underWay[lane]--;
    }
  }

  #takeHere(did: string, kind: Kind): number {
    const now = this.#now();
    const counted = this.#times.get(did) ?? { reads: [], writes: [] };
    this.#times.delete(did);
    this.#times.set(did, counted);
    if (this.#times.size > COUNTED) this.#times.delete(this.#times.keys().next().value!);
    const times = counted[kind];
    const expired = times.findIndex((time) => time > now - WINDOW_MS);
    times.splice(0, expired < 0 ? times.length : expired);
    if (times.length >= PER_MINUTE[kind]) return Math.max(1, Math.ceil((times[0]! + WINDOW_MS - now) / 1000));
    times.push(now);
    return 0;
  }
}
