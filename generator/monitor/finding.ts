// Types for the faults that a monitor finds in a log.
import { shownLine } from '../../src/basics/shown-text.ts';

type FindingKind =
  /** Two checkpoints of the log contradict each other. */
  | 'fork'
  /** The log shows an older checkpoint than before. */
  | 'rollback'
  /** No trusted key signed the log, or too few witnesses cosigned it. */
  | 'signature'
  /** Files of the log are missing, or contradict each other. */
  | 'damage'
  /** The newest day has expired, and no later day was added. */
  | 'expired'
  /** A day is older than the one logged before it. */
  | 'backwards'
  /** A model has other bytes at the same revision. */
  | 'rewritten'
  /** A day does not list the newest leaf of a model. */
  | 'stale-leaf'
  /** An entry is of an unknown kind, or the log does not end with a day. */
  | 'strange';

export interface Finding {
  kind: FindingKind;
  /** Describes the fault for people. */
  sentence: string;
}

/** The error for a log that can't be read any further. */
export class LogFault extends Error {
  readonly kind: FindingKind;

  constructor(kind: FindingKind, sentence: string) {
    super(shownLine(sentence));
    this.kind = kind;
  }
}
