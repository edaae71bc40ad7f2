// Models that the operator withdrew: the status of their answer, the reason, and the duration.
import { dayOf } from '../nouns/calendar.ts';

/** The statuses: unavailable for legal reasons (RFC 7725), or gone. */
export const WITHDRAWN_STATUSES = [451, 410] as const;
type WithdrawnStatus = (typeof WITHDRAWN_STATUSES)[number];

export interface Withdrawal {
  /** The id in the index's spelling. */
  model: string;
  status: WithdrawnStatus;
  /** The reason, one line for everybody. */
  reason: string;
  /** The day of the withdrawal, YYYY-MM-DD. */
  day: string;
  /** The day after which it ends by itself; absent if it lasts until it is lifted. */
  until?: string | undefined;
}

/** Keeps withdrawals for every host that shares a database. */
export interface WithdrawalDesk {
  /** Lists all that were made and not lifted, by model. */
  withdrawals(): Promise<Withdrawal[]>;
  /** Withdraws a model, and replaces an earlier withdrawal of it. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
  /** Lifts the withdrawal of a model, in any letter case; false if there was none. */
  lift(model: string): Promise<boolean>;
}

/** True while `withdrawal` is in force on `day`, by default today (UTC). */
export const isInForce = ({ until }: Withdrawal, day = dayOf(Date.now())): boolean =>
  until === undefined || day < until;

/** A list never changes, so its table is made once. */
const tables = new WeakMap<readonly Withdrawal[], ReadonlyMap<string, Withdrawal>>();

/** Finds the withdrawal in force of a model, in any letter case. */
export function withdrawalOf(list: readonly Withdrawal[], id: string): Withdrawal | undefined {
  let table = tables.get(list);
  if (!table) {
    table = new Map(list.map((one) => [one.model.toLowerCase(), one]));
    tables.set(list, table);
  }
  const found = table.get(id.toLowerCase());
  return found && isInForce(found) ? found : undefined;
}

/** Gives the ids of a list, in lower case. */
export const withdrawnIds = (list: readonly Withdrawal[]): ReadonlySet<string> =>
  new Set(list.map(({ model }) => model.toLowerCase()));
