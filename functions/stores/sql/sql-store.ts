// Declares the calls to a database. They are the same for SQLite and PostgreSQL, and for a database in this thread or
// in another one.

import type { AccountDesk } from '../../../src/service/account-store.ts';
import type { KeptHealth } from '../../../src/service/kept-health.ts';
import type { WithdrawalDesk } from '../../../src/service/withdrawals.ts';
import type { Account } from '../../../src/shapes/account.ts';
import type { InstanceStore } from '../../ports/instances.ts';

/**
 * The calls for accounts, demand, health and withdrawals. Arguments and results can pass between threads. `at` is the
 * time of the write as an ISO text. Each call is one transaction, and may be repeated without a second effect.
 */
export interface SqlStore extends AccountDesk, WithdrawalDesk {
  /** Resolves when the database answers and can begin a write. */
  check(): Promise<void>;
  /** Returns the account; undefined before the first request of the person. */
  peek(did: string): Promise<Account | undefined>;
  /** Returns the account. Creates it if needed. */
  begin(did: string, at: string): Promise<Account>;
  setWallet(did: string, wallet: string | null, at: string): Promise<Account>;
  save(did: string, model: string, at: string): Promise<string[] | 'full'>;
  unsave(did: string, model: string, at: string): Promise<string[]>;
  /**
   * Closes the requests for the models in `met`, and then records a request for `model`. If too many requests are open,
   * records nothing and returns their models.
   */
  request(did: string, model: string, met: readonly string[], at: string): Promise<Account | { open: string[] }>;
  noteInterest(did: string, note: string | null, at: string): Promise<void>;
  /** Records each id once a day, up to the day's limit. Removes the demand of old days. */
  noteDemand(asked: readonly Demand[], at: string): Promise<void>;
  /** Loads the last result of each source, by its token. */
  loadHealth(): Promise<Record<string, KeptHealth>>;
  saveHealth(found: readonly (readonly [token: string, health: KeptHealth])[]): Promise<void>;
}

/** A missing model that somebody requested, and the day as an ISO date. */
export interface Demand {
  day: string;
  model: string;
}

/** The calls that only read. All other calls except `check` write. */
export const READS: ReadonlySet<PropertyKey> = new Set<keyof SqlStore | keyof InstanceStore>([
  ...(['peek', 'find', 'interests', 'wanted', 'openRequests', 'loadHealth', 'noted', 'withdrawals'] as const),
]);

/**
 * The calls for which no request waits, and the calls of an operator. They may take any time, so they do not go through
 * the breaker.
 */
export const UNHURRIED: ReadonlySet<PropertyKey> = new Set<keyof SqlStore>([
  ...(['find', 'forget', 'interests', 'wanted', 'openRequests', 'noteDemand'] as const),
  ...(['loadHealth', 'saveHealth'] as const),
]);
