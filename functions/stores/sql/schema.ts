// The tables of the database as the typed queries see them, the same on SQLite and PostgreSQL. Instants are ISO texts.

export interface AccountTable {
  did: string;
  created: string;
  wallet: string | null;
  /** All requested models, including those that were met. */
  requests: number;
}

interface SavedTable {
  did: string;
  model: string;
  /** Grows with every entry of an account: the newest entry has the largest. */
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
  /** ISO date. */
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
  /** The time of the probe; null from a release that did not record it. */
  asked: string | null;
}

/** The findings of probes of a source on a day. */
interface SourceDayTable {
  source: string;
  /** ISO date. */
  day: string;
  good: number;
  probes: number;
}

/** A lease that one instance holds at a time. PostgreSQL’s driver gives the milliseconds since 1970 as text. */
interface LeaseTable {
  name: string;
  /** The instance that has the lease; empty in a row that only serves as a lock. */
  holder: string;
  ends: number | string;
  note: string | null;
}

/** A finding of an instance about one model at a source. */
interface FindingTable {
  source: string;
  model: string;
  times: number;
  next: number | string;
  found: number | string;
}

interface RateTable {
  did: string;
  kind: string;
  /** The times of admitted requests in the last minute, oldest first, with commas. */
  times: string;
  latest: number | string;
}

interface WithdrawalTable {
  /** The id in lower case: models that differ only in letter case are one. */
  key: string;
  model: string;
  status: number;
  reason: string;
  /** ISO dates. */
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
  source_days: SourceDayTable;
  leases: LeaseTable;
  holder_findings: FindingTable;
  rates: RateTable;
  withdrawals: WithdrawalTable;
}
