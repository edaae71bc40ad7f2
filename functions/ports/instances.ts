// Declares the news that instances of one service pass on in their shared database (decision 0035).
import type { Kind } from './allowance.ts';

/** One instance found this of one model at one source. */
export interface ProbeFinding {
  source: string;
  model: string;
  /** Refusals in a row; 0: it is served. */
  times: number;
  /** Milliseconds until we ask the source about the model again; negative when that time has passed. */
  left: number;
}

/** Times are milliseconds of the database’s own clock. Every call may reject with a `StoreUnavailable`. */
export interface InstanceStore {
  /** Takes the lease of this name for so long, or keeps it; false while another holds it. */
  hold(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Gives a lease up: after so long anybody may have it. Nothing happens to one that another holds. */
  leave(name: string, holder: string, milliseconds: number): Promise<void>;
  /** Puts a text beside a lease, unless another holds it by now. */
  note(name: string, holder: string, text: string): Promise<void>;
  /** The text beside a lease; undefined before there is one. */
  noted(name: string): Promise<string | undefined>;
  noteFinding(finding: ProbeFinding): Promise<void>;
  /**
   * Gives the findings since `since`, and the database's time for the next call; undefined asks for all that still
   * count.
   */
  findings(since: number | undefined): Promise<{ findings: ProbeFinding[]; next: number }>;
  /** Counts one request of an account and gives 0, or gives the milliseconds to wait and counts nothing. */
  takeRate(did: string, kind: Kind): Promise<number>;
}
