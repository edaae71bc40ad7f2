// Types the faults that a monitor finds in a log.
import { shownLine } from '../../src/basics/shown-text.ts';

type FindingKind =
  /** Two states of the log that can't both be true. */
  | 'fork'
  /** An older state than one that was seen. */
  | 'rollback'
  /** Signed by no trusted key, or cosigned by too few. */
  | 'signature'
  /** Files that are missing, or that don't add up. */
  | 'damage'
  /** Nothing new while the newest day ran out. */
  | 'expired'
  /** A day before the one that was logged before it. */
  | 'backwards'
  /** Other bytes of a model at the same revision. */
  | 'rewritten'
  /** A day that lists another leaf than the newest of a model. */
  | 'stale-leaf'
  /** An entry of no known kind, or a log that ends without a day. */
  | 'strange';

export interface Finding {
  kind: FindingKind;
  /** Describes the fault for people. */
  sentence: string;
}

/** Thrown where a log can't be read any further. */
export class LogFault extends Error {
  readonly kind: FindingKind;

  constructor(kind: FindingKind, sentence: string) {
    super(shownLine(sentence));
    this.kind = kind;
  }
}
