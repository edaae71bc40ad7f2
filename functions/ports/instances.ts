// Declares what the instances of one service share in their database (decision 0035).
import type { Kind } from './allowance.ts';

/**
 * The store that instances share. Times are in milliseconds of the database's clock. Every call may reject with a
 * `StoreUnavailable`.
 */
export interface InstanceStore {
  /**
   * Takes or renews the lease of this name for `milliseconds`. Resolves to false while another instance holds the
   * lease.
   */
  hold(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Gives up a lease. Changes nothing if another instance holds the lease. */
  leave(name: string, holder: string): Promise<void>;
  /** Stores a text with a lease, unless another instance has taken the lease. */
  note(name: string, holder: string, text: string): Promise<void>;
  /** Returns the text that is stored with a lease; undefined before a text is stored. */
  noted(name: string): Promise<string | undefined>;
  /** Counts one request of an account and returns 0, or counts nothing and returns the milliseconds to wait. */
  takeRate(did: string, kind: Kind): Promise<number>;
}
