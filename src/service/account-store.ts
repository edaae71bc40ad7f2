// The records of a person who has signed in, and the interface of the stores that keep the records: SQLite and
// PostgreSQL.
import type { Awaitable } from '../basics/remembered.ts';
import type { Account } from '../shapes/account.ts';

/** The maximum number of models on a saved list, and of open requests (decision 0024). */
export const MAX_SAVED = 500;
export const MAX_OPEN_REQUESTS = 50;

/** The number of days after which a request lapses if no run of `index` has fulfilled it. */
export const REQUEST_DAYS = 90;

/** A person's interest in publishing models. The operator can read it. */
export interface NotedInterest {
  note: string | null;
  /** The time of the record, ISO. */
  noted: string;
}

/** An interest in publishing, with the person who has it. */
export interface NamedInterest extends NotedInterest {
  did: string;
}

/** A wanted model, and figures that say how much people want it. */
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
 * The calls that the account routes make; `did` is the id of a person. Each may reject with a `StoreUnavailable`. A
 * call for an unknown `did` makes a new account. Calls that change one account run one after the other, even from
 * several instances: no entry is lost or doubled, and no limit is exceeded.
 */
export interface AccountStore {
  /** Resolves if the store answers. */
  check(): Promise<void>;
  read(did: string): Promise<Account>;
  setWallet(did: string, wallet: string | null): Promise<Account>;
  /** Adds `model` to the saved list, and returns the list. Returns 'full' if the list has `MAX_SAVED` other models. */
  save(did: string, model: string): Promise<string[] | 'full'>;
  /** Removes `model` from the saved list if the list has it. Returns the list. */
  unsave(did: string, model: string): Promise<string[]>;
  /**
   * Records a request for a model, unless one is open. Returns 'full' if `MAX_OPEN_REQUESTS` requests for other models
   * are open. A request is open until its model `isIndexed`, or until `REQUEST_DAYS` have passed.
   */
  request(did: string, model: string, isIndexed: (model: string) => Awaitable<boolean>): Promise<Account | 'full'>;
  /** Records the interest in publishing, and replaces an earlier record. */
  noteInterest(did: string, note: string | null): Promise<void>;
}

/** The calls that only the operator may make. */
export interface AccountAdmin {
  /** Finds the records of `did`; undefined if there are none. */
  find(did: string): Promise<{ account: Account; open: string[]; interest: NotedInterest | undefined } | undefined>;
  /** Removes all records of `did`; false if there were none. */
  forget(did: string): Promise<boolean>;
  /** Lists the interests in publishing, newest first; those of the same time are sorted by `did`. */
  interests(): Promise<NamedInterest[]>;
  /**
   * Lists the models that are wanted according to open requests and recorded demand. Sorts them by the number of
   * accounts, then by the number of days, the highest first, and then by name.
   */
  wanted(): Promise<Wanted[]>;
  /** Lists every open request, the oldest first. */
  openRequests(): Promise<OpenRequest[]>;
}

/**
 * Thrown if the store can't be reached or written at the moment. The request itself is fine. The message is a sentence
 * for the operator.
 */
export class StoreUnavailable extends Error {}
