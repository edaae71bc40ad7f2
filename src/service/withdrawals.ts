// Models that the operator withdrew: the answer that takes their place, why, and for how long.
import { dayOf } from '../nouns/calendar.ts';

/** The statuses of such an answer: unavailable for legal reasons (RFC 7725), or gone. */
export const WITHDRAWN_STATUSES = [451, 410] as const;
type WithdrawnStatus = (typeof WITHDRAWN_STATUSES)[number];

export interface Withdrawal {
  /** The id, as the index spells it. */
  model: string;
  status: WithdrawnStatus;
  /** One line for everybody. */
  reason: string;
  /** When it was withdrawn, YYYY-MM-DD. */
  day: string;
  /** The day with which it ends by itself; absent for one that lasts until it is lifted. */
  until?: string | undefined;
}

/** Keeps withdrawals for every host that shares a database. */
export interface WithdrawalDesk {
  /** Lists all that were ever made and not lifted, by model. */
  withdrawals(): Promise<Withdrawal[]>;
  /** Withdraws a model; an earlier withdrawal of it is replaced. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
  /** Lifts the withdrawal of a model, in any letter case; false when there was none. */
  lift(model: string): Promise<boolean>;
}

/** True while `withdrawal` lasts on `day`, today (UTC) by default. */
export const isInForce = ({ until }: Withdrawal, day = dayOf(Date.now())): boolean =>
  until === undefined || day < until;

/** A list never changes, so it is ordered once. */
const tables = new WeakMap<readonly Withdrawal[], ReadonlyMap<string, Withdrawal>>();

/** Finds the withdrawal of a model, in any letter case, that is in force. */
export function withdrawalOf(list: readonly Withdrawal[], id: string): Withdrawal | undefined {
  let table = tables.get(list);
  if (!table) {
    table = new Map(list.map((one) => [one.model.toLowerCase(), one]));
    tables.set(list, table);
  }
  const found = table.get(id.toLowerCase());
  return found && isInForce(found) ? found : undefined;
}

/** The ids of a list, in lower case. */
export const withdrawnIds = (list: readonly Withdrawal[]): ReadonlySet<string> =>
  new Set(list.map(({ model }) => model.toLowerCase()));
