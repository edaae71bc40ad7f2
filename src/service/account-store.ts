// Defines the records of a signed-in person, and one contract for the stores of them: memory, SQLite and PostgreSQL.
import type { Awaitable } from '../basics/awaitable.ts';
import type { Account } from '../shapes/account.ts';

/** The most models on a saved list, and the most open requests (decision 0024). */
export const MAX_SAVED = 500;
export const MAX_OPEN_REQUESTS = 50;

/** Days after which a request lapses that no index run could meet. */
export const REQUEST_DAYS = 90;

/** Somebody's interest in publishing, as the operator reads it. */
export interface NotedInterest {
  note: string | null;
  /** ISO instant. */
  noted: string;
}

/** Such an interest, and the person. */
export interface NamedInterest extends NotedInterest {
  did: string;
}

/** A requested model, and the number of requests of each kind. */
export interface Wanted {
  model: string;
  /** The number of accounts with an open request for it. */
  accounts: number;
  /** The days on which somebody asked the hub for the missing model. */
  days: number;
}

/** The request of an account for a model. */
export interface OpenRequest {
  did: string;
  model: string;
}

/**
 * The account calls. Every method may reject with a `StoreUnavailable`. An unknown did begins an account. Writers of one
 * account take turns on any number of instances: no entry is lost or doubled, and no limit is exceeded.
 */
export interface AccountStore {
  /** Resolves when the store answers. */
  check(): Promise<void>;
  read(did: string): Promise<Account>;
  setWallet(did: string, wallet: string | null): Promise<Account>;
  /** Adds `model` to the saved list and gives the list; 'full' if it holds `MAX_SAVED` others. */
  save(did: string, model: string): Promise<string[] | 'full'>;
  /** Removes `model` from the saved list, if it is there, and gives the list. */
  unsave(did: string, model: string): Promise<string[]>;
  /**
   * Records a request once; 'full' when `MAX_OPEN_REQUESTS` others are open. A request is open until its
   * model `isIndexed`, or `REQUEST_DAYS` have passed.
   */
  request(did: string, model: string, isIndexed: (model: string) => Awaitable<boolean>): Promise<Account | 'full'>;
  /** Records the interest in publishing; a later one replaces it. */
  noteInterest(did: string, note: string | null): Promise<void>;
}

/** Adds the calls that only the operator makes. */
export interface AccountDesk {
  /** Finds the records of `did`; undefined if there are none. */
  find(did: string): Promise<{ account: Account; open: string[]; interest: NotedInterest | undefined } | undefined>;
  /** Removes all records of `did`; false if there were none. */
  forget(did: string): Promise<boolean>;
  /**
   * Lists at most `limit` interests in publishing, newest first, those of one instant by their did; with `after`, those
   * after this person's. Undefined if that person has none.
   */
  interests(limit: number, after?: string): Promise<NamedInterest[] | undefined>;
  /** Joins open requests and recorded demand: most accounts first, then most days, then by name. */
  wanted(): Promise<Wanted[]>;
  /** Lists every open request, the oldest first. */
  openRequests(): Promise<OpenRequest[]>;
}

/**
 * The store can't be reached or written at the moment; the request is fine. The message is a sentence for the operator.
 */
export class StoreUnavailable extends Error {}

/** The fault lasts until somebody follows the fix in its message. */
export class StoreUnusable extends StoreUnavailable {}
