// Limits the requests of an account per minute, and the requests that an instance serves at the same time. Instances
// that share a database count requests there, and each counts in its own memory while the database is away.
import { createRemembered } from '../../src/basics/remembered.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';

export const WINDOW_MS = 60_000;
/** The maximum number of requests of an account in any 60 seconds (decision 0024). */
export const PER_MINUTE = { reads: 300, writes: 60 } as const;
/**
 * The maximum number of requests that run at the same time, for each kind of caller (`Lane`). More account requests
 * would only wait in the database, and each sign-in may wait for the identity provider.
 */
const AT_A_TIME = { accounts: 512, strangers: 32 } as const;
/** The maximum number of counts: of reads or of writes of an account. At least the newer half of them stays. */
const COUNTED = 200_000;
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

export type Allowance = ReturnType<typeof createAllowance>;

/**
 * Makes the limits of an instance. `shared` counts for all instances that share a database. `now` returns milliseconds
 * of a clock that only goes forward.
 */
export function createAllowance(shared?: SharedCount, now = () => performance.now()) {
  /** The times of counted requests, the oldest first, by kind and account. */
  const counted = createRemembered<string, number[]>({ most: COUNTED });
  /** The time when each account that the database refused may try again. */
  const refused = createRemembered<string, number>({ most: REFUSED });
  const underWay = { accounts: 0, strangers: 0 };

  const takeHere = (key: string, kind: Kind): number => {
    const times = counted.made(key, () => []);
    const expired = times.findIndex((time) => time > now() - WINDOW_MS);
    times.splice(0, expired < 0 ? times.length : expired);
    if (times.length >= PER_MINUTE[kind]) return Math.max(1, Math.ceil((times[0]! + WINDOW_MS - now()) / 1000));
    times.push(now());
    return 0;
  };

  /** Does `work`. Returns undefined without doing it if too many requests of this kind of caller are running. */
  const within = async <T>(lane: Lane, work: () => Promise<T>): Promise<T | undefined> => {
    if (underWay[lane] >= AT_A_TIME[lane]) return undefined;
    underWay[lane]++;
    try {
      return await work();
    } finally {
      underWay[lane]--;
    }
  };

  return {
    within,
    /**
     * Admits one request of the account `did` and returns 0, or returns the whole seconds that the caller must wait. A
     * refused request does not count.
     */
    async take(did: string, kind: Kind): Promise<number> {
      const key = `${kind} ${did}`;
      if (!shared) return takeHere(key, kind);
      const left = (refused.known(key) ?? 0) - now();
      if (left > 0) return Math.ceil(left / 1000);
      try {
        const wait = await within('accounts', () => shared(did, kind));
        if (wait === undefined) return BUSY_SECONDS;
        if (wait > 0) refused.put(key, now() + Math.min(wait, WINDOW_MS));
        return Math.ceil(wait / 1000);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return takeHere(key, kind);
      }
    },
  };
}
