// Defines the records of a signed-in person, and one contract for the stores of them: memory, SQLite and PostgreSQL.
import type { Awaitable } from '../basics/awaitable.ts';
import type { Account } from '../shapes/account.ts';

/** Models on a saved list, and requests open at a time (decision 0024). */
export const MAX_SAVED = 500;
export const MAX_OPEN_REQUESTS = 50;

/** Days after which a request that no index run could meet is open no more. */
export const REQUEST_DAYS = 90;

/** Somebody's interest in publishing, as the operator reads it. */
export interface NotedInterest {
  note: string | null;
  /** ISO instant. */
  noted: string;
}

/** Such an interest, and whose it is. */
export interface NamedInterest extends NotedInterest {
  did: string;
}

/** A model that people want, and how many of them asked in which way. */
export interface Wanted {
  model: string;
  /** Accounts with an open request for it. */
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
 * Every method may reject with a `StoreUnavailable`. A did that is not known yet begins an account.
 * Writers of one account, on however many instances, take turns: no entry is lost or doubled, no cap is passed.
 */
export interface AccountStore {
  /** Resolves when the store answers. */
  check(): Promise<void>;
  read(did: string): Promise<Account>;
  setWallet(did: string, wallet: string | null): Promise<Account>;
  /** Puts `model` on the saved list and gives the list; 'full' when it holds `MAX_SAVED` others. */
  save(did: string, model: string): Promise<string[] | 'full'>;
  /** Takes `model` off the saved list, whether or not it was there, and gives the list. */
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
  /** Finds the records of `did`; undefined when there are none. */
  find(did: string): Promise<{ account: Account; open: string[]; interest: NotedInterest | undefined } | undefined>;
  /** Forgets `did` altogether; false when nothing was kept. */
  forget(did: string): Promise<boolean>;
  /**
   * Lists at most `limit` interests in publishing, newest first, those of one instant by their did; with `after`,
   * those behind this person's. Undefined when that person has none.
   */
  interests(limit: number, after?: string): Promise<NamedInterest[] | undefined>;
  /** Open requests and recorded demand as one list: most accounts first, then most days, then by name. */
  wanted(): Promise<Wanted[]>;
  /** Lists every open request, the oldest first. */
  openRequests(): Promise<OpenRequest[]>;
}

/** The store can't be reached or written just now; nothing is wrong with the request. The message is a sentence for the operator. */
export class StoreUnavailable extends Error {}

/** It lasts until somebody follows the fix in its message. */
export class StoreUnusable extends StoreUnavailable {}
