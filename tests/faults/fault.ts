// Declares a fault scenario. A scenario attacks a program, starves it of resources or kills it, and a promise must hold
// nevertheless.

/**
 * The length of a scenario: `short` takes seconds and runs in `npm run test:all`; `long` takes minutes and runs in `npm
 * run faults`.
 */
export type Scale = 'short' | 'long';

export interface Outcome {
  /** True if the promise held. */
  held: boolean;
  /** The measurements in one line, for the table of `npm run faults` and for the message of a failed test. */
  figures: string;
}

export interface Fault {
  /** The name of the scenario: a few words for its row in the table, and for `npm run faults -- NAME`. */
  name: string;
  /** The promise that must hold during the fault and after it, in one sentence. */
  promise: string;
  /** The reason why this machine can't run the scenario; undefined if it can. */
  missing?: string | undefined;
  /** Runs the scenario. Rejects only if it could not start. */
  run(scale: Scale): Promise<Outcome>;
}
