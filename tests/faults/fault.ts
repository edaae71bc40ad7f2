// Declares a fault scenario: it attacks, starves or kills something, and a promise must hold all the same.

/** `short`: seconds, part of `npm run test:all`. `long`: minutes, part of `npm run faults`. */
export type Scale = 'short' | 'long';

export interface Outcome {
  /** True when the promise held. */
  held: boolean;
  /** The measurements, in one line: it goes into the table of the docs, and into a failed test's message. */
  figures: string;
}

export interface Fault {
  /** A few words that name the scenario: the row of the table, and what `npm run faults -- NAME` takes. */
  name: string;
  /** The promise that must hold during the fault and after it, in one sentence. */
  promise: string;
  /** The reason why this machine can't run it; absent where it can. */
  missing?: string | undefined;
  /** Runs the scenario. Rejects only if the scenario could not start. */
  run(scale: Scale): Promise<Outcome>;
}
