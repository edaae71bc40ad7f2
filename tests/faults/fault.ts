// Declares a fault scenario: it attacks, starves or kills something, and a promise must hold nevertheless.

/** `short`: seconds, part of `npm run test:all`. `long`: minutes, part of `npm run faults`. */
export type Scale = 'short' | 'long';

export interface Outcome {
  /** True if the promise held. */
  held: boolean;
  /** The measurements in one line, for the table of the docs and for the message of a failed test. */
  figures: string;
}

export interface Fault {
  /** The scenario's name: a few words for its row in the table, and for `npm run faults -- NAME`. */
  name: string;
  /** The promise that must hold during the fault and after it, in one sentence. */
  promise: string;
  /** The reason why this machine can't run it; undefined if it can. */
  missing?: string | undefined;
  /** Runs the scenario. Rejects only if it could not start. */
  run(scale: Scale): Promise<Outcome>;
}
