// Limits an account's requests per minute across all instances. It counts in the database that the instances share, or
// in memory while the database is away.
import { Remembered } from '../../src/basics/remembered.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import { type Allowance, type Kind, type Lane, type Rates, WINDOW_MS } from './allowance.ts';
import type { InstanceStore } from './instances.ts';

/**
 * The maximum number of refused accounts that are remembered. Until such an account may try again, the database is not
 * asked about it.
 */
const REFUSED = 10_000;
const BUSY_SECONDS = 1;

export class SharedAllowance implements Rates {
  readonly #store: Pick<InstanceStore, 'takeRate'>;
  readonly #here: Allowance;
  readonly #now: () => number;
  /** The time when each refused account may try again, on the clock `now`. */
  readonly #refused = new Remembered<string, number>({ most: REFUSED });

  /**
   * `here` limits the requests that this instance serves at the same time, and counts all requests while the database
   * is away. `now` returns milliseconds of a clock that only goes forward.
   */
  constructor(store: Pick<InstanceStore, 'takeRate'>, here: Allowance, now: () => number) {
    this.#store = store;
    this.#here = here;
    this.#now = now;
  }

  async take(did: string, kind: Kind): Promise<number> {
    const key = `${kind} ${did}`;
    const left = (this.#refused.known(key) ?? 0) - this.#now();
    if (left > 0) return Math.ceil(left / 1000);
    try {
      const wait = await this.#here.within('accounts', () => this.#store.takeRate(did, kind));
      if (wait === undefined) return BUSY_SECONDS;
      if (wait > 0) this.#refused.put(key, this.#now() + Math.min(wait, WINDOW_MS));
      return Math.ceil(wait / 1000);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return this.#here.take(did, kind);
    }
  }

  within<T>(lane: Lane, work: () => Promise<T>): Promise<T | undefined> {
    return this.#here.within(lane, work);
  }
}
