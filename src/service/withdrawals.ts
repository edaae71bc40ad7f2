// Models that the operator withdrew: the status that they answer, the reason, and how long.
import { dayOf } from '../nouns/calendar.ts';

/** The statuses to choose from: unavailable for legal reasons (RFC 7725), or gone. */
export const WITHDRAWN_STATUSES = [451, 410] as const;
type WithdrawnStatus = (typeof WITHDRAWN_STATUSES)[number];

export interface Withdrawal {
  /** The id as the index spells it. */
  model: string;
  status: WithdrawnStatus;
  /** The reason, one line that everybody can read. */
  reason: string;
  /** The day of the withdrawal, YYYY-MM-DD. */
  day: string;
  /** The last day of the withdrawal; absent if it lasts until somebody lifts it. */
  until?: string | undefined;
}

/** Keeps withdrawals for all hosts that share a database. */
export interface WithdrawalDesk {
  /** Lists all withdrawals that were not lifted, by model. */
  withdrawals(): Promise<Withdrawal[]>;
  /** Withdraws a model; replaces an earlier withdrawal of it. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
  /** Lifts the withdrawal of a model, whose id may be in any case; false if there was none. */
  lift(model: string): Promise<boolean>;
}

/** True while the withdrawal is in force (UTC). */
export const isInForce = ({ until }: Withdrawal): boolean => until === undefined || dayOf(Date.now()) < until;

/** Each list never changes, so its table is made only once. */
const tables = new WeakMap<readonly Withdrawal[], ReadonlyMap<string, Withdrawal>>();

/** Finds the withdrawal of a model, in any case, that is valid. */
export function withdrawalOf(list: readonly Withdrawal[], id: string): Withdrawal | undefined {
  let table = tables.get(list);
  if (!table) {
    table = new Map(list.map((one) => [one.model.toLowerCase(), one]));
    tables.set(list, table);
  }
  const found = table.get(id.toLowerCase());
  return found && isInForce(found) ? found : undefined;
}

/** Gives the ids in a list, in lower case. */
export const withdrawnIds = (list: readonly Withdrawal[]): ReadonlySet<string> =>
  new Set(list.map(({ model }) => model.toLowerCase()));
