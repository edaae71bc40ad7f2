// Declares the news that instances of one service pass on in their shared database (decision 0035).
import type { Kind } from './allowance.ts';

/** One instance's finding about one model at one source. */
export interface ProbeFinding {
  source: string;
  model: string;
  /** Refusals in a row; 0 if the source serves the model. */
  times: number;
  /** Milliseconds until we ask the source about the model again; negative when that time has passed. */
  left: number;
}

/**
 * The shared store. Times are milliseconds of the database's own clock. Every call may reject with a `StoreUnavailable`.
 */
export interface InstanceStore {
  /** Takes or renews the lease of this name for `milliseconds`; false while another instance holds it. */
  hold(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Gives up a lease: after `milliseconds` any instance may take it. A lease that another holds stays as it is. */
  leave(name: string, holder: string, milliseconds: number): Promise<void>;
  /** Stores a text with a lease, unless another instance holds the lease by now. */
  note(name: string, holder: string, text: string): Promise<void>;
  /** Gives the text of a lease; undefined before there is one. */
  noted(name: string): Promise<string | undefined>;
  noteFinding(finding: ProbeFinding): Promise<void>;
  /**
   * Gives the findings since `since`, and the database's time for the next call; undefined gives all findings that are
   * still valid.
   */
  findings(since: number | undefined): Promise<{ findings: ProbeFinding[]; next: number }>;
  /** Counts one request of an account and gives 0, or gives the milliseconds to wait and counts nothing. */
  takeRate(did: string, kind: Kind): Promise<number>;
}
