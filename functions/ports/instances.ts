// Declares what the instances of one service share in their database (decision 0035).
import type { Kind } from './allowance.ts';

/** The answer that one instance got about one model at one source. */
export interface ProbeFinding {
  source: string;
  model: string;
  /** The number of refusals in a row; 0 if the source serves the model. */
  times: number;
  /** Milliseconds until the source is asked about the model again; negative when that time has passed. */
  left: number;
}

/**
 * The store that instances share. Times are milliseconds of the database's clock. Every call may reject with a
 * `StoreUnavailable`.
 */
export interface InstanceStore {
  /** Takes or renews the lease of this name for `milliseconds`; false while another instance holds it. */
  hold(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /**
   * Gives up a lease: after `milliseconds` any instance may take it. Changes nothing if another instance holds the
   * lease.
   */
  leave(name: string, holder: string, milliseconds: number): Promise<void>;
  /** Stores a text with a lease, unless another instance has taken the lease. */
  note(name: string, holder: string, text: string): Promise<void>;
  /** Gives the text that is stored with a lease; undefined before there is one. */
  noted(name: string): Promise<string | undefined>;
  noteFinding(finding: ProbeFinding): Promise<void>;
  /**
   * Gives the findings that came after `since`, and the database's time for the next call. Without `since`, gives all
   * findings that are still valid.
   */
  findings(since: number | undefined): Promise<{ findings: ProbeFinding[]; next: number }>;
  /** Counts one request of an account and gives 0, or counts nothing and gives the milliseconds to wait. */
  takeRate(did: string, kind: Kind): Promise<number>;
}
