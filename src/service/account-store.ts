// The records of a signed-in person, and the interface of the stores that keep them: memory, SQLite and PostgreSQL.
import type { Awaitable } from '../basics/awaitable.ts';
import type { Account } from '../shapes/account.ts';

/** The maximum number of models on a saved list, and of open requests (decision 0024). */
export const MAX_SAVED = 500;
export const MAX_OPEN_REQUESTS = 50;

/** Days after which a request lapses if no run of `index` could fulfil it. */
export const REQUEST_DAYS = 90;

/** A person's interest in publishing, as the operator reads it. */
export interface NotedInterest {
  note: string | null;
  /** The ISO time when it was noted. */
  noted: string;
}

/** An interest in publishing, with the person who has it. */
export interface NamedInterest extends NotedInterest {
  did: string;
}

/** A requested model, and the number of requests of each kind. */
export interface Wanted {
  model: string;
  /** The number of accounts that have an open request for the model. */
  accounts: number;
  /** The number of days on which somebody requested the missing model from the hub. */
  days: number;
}

/** An account's open request for a model. */
export interface OpenRequest {
  did: string;
  model: string;
}

/**
 * The calls of the account routes. Each may reject with a `StoreUnavailable`. A call for an unknown did makes a new
 * account. Calls that change one account run one after the other, on any number of instances: no entry is lost or
 * doubled, and no limit is exceeded.
 */
export interface AccountStore {
  /** Resolves if the store answers. */
  check(): Promise<void>;
  read(did: string): Promise<Account>;
  setWallet(did: string, wallet: string | null): Promise<Account>;
  /** Adds `model` to the saved list, and gives the list. Gives 'full' if the list has `MAX_SAVED` other models. */
  save(did: string, model: string): Promise<string[] | 'full'>;
  /** Removes `model` from the saved list if it is there. Gives the list. */
  unsave(did: string, model: string): Promise<string[]>;
  /**
   * Records a request, only once for a model. Gives 'full' if `MAX_OPEN_REQUESTS` others are open. A request is open
   * until its model `isIndexed`, or until `REQUEST_DAYS` have passed.
   */
  request(did: string, model: string, isIndexed: (model: string) => Awaitable<boolean>): Promise<Account | 'full'>;
  /** Records the interest in publishing, in place of an earlier one. */
  noteInterest(did: string, note: string | null): Promise<void>;
}

/** The calls that only the operator may make. */
export interface AccountDesk {
  /** Finds the records of `did`; undefined if there are none. */
  find(did: string): Promise<{ account: Account; open: string[]; interest: NotedInterest | undefined } | undefined>;
  /** Removes all records of `did`; false if there were none. */
  forget(did: string): Promise<boolean>;
  /**
   * Lists at most `limit` interests in publishing, newest first; those noted at the same time are sorted by did. With
   * `after`, lists those that follow the interest of this person; undefined if that person has none.
   */
  interests(limit: number, after?: string): Promise<NamedInterest[] | undefined>;
  /**
   * Lists wanted models, from open requests and recorded demand. Sorts them by the number of accounts and then by the
   * number of days, the highest first, and then by name.
   */
  wanted(): Promise<Wanted[]>;
  /** Lists every open request, the oldest first. */
  openRequests(): Promise<OpenRequest[]>;
}

/**
 * Thrown when the store can't be reached or written at the moment. The request is fine. The message is a sentence for
 * the operator.
 */
export class StoreUnavailable extends Error {}

/** Thrown when the store stays unusable until somebody follows the fix in the message. */
export class StoreUnusable extends StoreUnavailable {}
