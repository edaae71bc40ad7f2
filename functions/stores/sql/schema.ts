// Declares the tables of the database as types for queries. SQLite and PostgreSQL have the same tables.

export interface AccountTable {
  did: string;
  created: string;
  wallet: string | null;
  /** The number of all models that were requested, including those that the index has by now. */
  requests: number;
}

interface SavedTable {
  did: string;
  model: string;
  /** A number that grows with every entry of an account, so the newest entry has the largest number. */
  place: number;
}

interface RequestTable {
  did: string;
  model: string;
  asked: string;
}

interface InterestTable {
  did: string;
  note: string | null;
  noted: string;
}

interface DemandTable {
  /** An ISO date. */
  day: string;
  model: string;
}

interface HealthTable {
  /** The token of the source. */
  source: string;
  /** 0 or 1, because SQLite has no booleans. */
  ok: number;
  checked: string | null;
  reason: string | null;
  /** The time of the probe; null if an older release wrote the row. */
  asked: string | null;
}

/**
 * A lease, which one instance holds at a time. The driver of PostgreSQL returns `ends`, milliseconds since 1970, as
 * text.
 */
interface LeaseTable {
  name: string;
  /** The instance that holds the lease; empty in a row that serves only as a lock. */
  holder: string;
  ends: number | string;
  note: string | null;
}

interface RateTable {
  did: string;
  kind: string;
  /** The times of the admitted requests of the last minute, the oldest first, separated by commas. */
  times: string;
  latest: number | string;
}

interface WithdrawalTable {
  /** The id in lower case, so that two ids that differ only in case are one model. */
  key: string;
  model: string;
  status: number;
  reason: string;
  /** The ISO date of the withdrawal, and below it the ISO date of its end. */
  day: string;
  until: string | null;
}

export interface Tables {
  accounts: AccountTable;
  saved: SavedTable;
  requests: RequestTable;
  interests: InterestTable;
  demand: DemandTable;
  health: HealthTable;
  leases: LeaseTable;
  rates: RateTable;
  withdrawals: WithdrawalTable;
}
