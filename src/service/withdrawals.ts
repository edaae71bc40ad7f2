// Models that the operator withdrew: the status of the answers, the reason, and the end of the withdrawal.
import { dayOf } from '../nouns/calendar.ts';

/** The statuses of answers about withdrawn models: unavailable for legal reasons (RFC 7725), or gone. */
export const WITHDRAWN_STATUSES = [451, 410] as const;
type WithdrawnStatus = (typeof WITHDRAWN_STATUSES)[number];

export interface Withdrawal {
  /** The model's id as the index spells it. */
  model: string;
  status: WithdrawnStatus;
  /** The reason, one line that everybody can read. */
  reason: string;
  /** The first day of the withdrawal, YYYY-MM-DD. */
  day: string;
  /** The day (UTC) from which the model is available again; absent if somebody must lift the withdrawal. */
  until?: string | undefined;
}

/** Keeps withdrawals for all hosts that share a database. */
export interface WithdrawalDesk {
  /** Lists all withdrawals that nobody has lifted, by model. */
  withdrawals(): Promise<Withdrawal[]>;
  /** Withdraws a model; replaces an earlier withdrawal of the same model. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
  /** Lifts the withdrawal of a model, whose id may be in any letter case. Returns false if there was none. */
  lift(model: string): Promise<boolean>;
}

/** True if the withdrawal has no end, or if the day `until` has not begun yet (UTC). */
export const isInForce = ({ until }: Withdrawal): boolean => until === undefined || dayOf(Date.now()) < until;

/** The withdrawals of each list, by lower-case id. A list never changes, so its table is made only once. */
const tables = new WeakMap<readonly Withdrawal[], ReadonlyMap<string, Withdrawal>>();

/** Finds a model's withdrawal, if it is in force. The id may be in any letter case. */
export function withdrawalOf(list: readonly Withdrawal[], id: string): Withdrawal | undefined {
  let table = tables.get(list);
  if (!table) {
    table = new Map(list.map((one) => [one.model.toLowerCase(), one]));
    tables.set(list, table);
  }
  const found = table.get(id.toLowerCase());
  return found && isInForce(found) ? found : undefined;
}

/** Returns the ids in a list, in lower case. */
export const withdrawnIds = (list: readonly Withdrawal[]): ReadonlySet<string> =>
  new Set(list.map(({ model }) => model.toLowerCase()));
