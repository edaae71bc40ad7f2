// What a fault scenario is: something is attacked, starved or killed, and a promise must hold all the same.

/** `short`: seconds, part of `npm run test:all`. `long`: minutes, part of `npm run faults`. */
export type Scale = 'short' | 'long';

export interface Outcome {
  /** True when the promise held. */
  held: boolean;
  /** What was measured or seen, in one line: it stands in the table of the docs, and in the failure of a test. */
  figures: string;
}

export interface Fault {
  /** A few words that name the scenario: the row of the table, and what `npm run faults -- NAME` takes. */
  name: string;
  /** What must hold while it lasts and afterwards, in one sentence. */
  promise: string;
  /** Why it can't run on this machine; absent where it can. */
  missing?: string | undefined;
  /** Runs the scenario. Rejects only when the scenario itself could not be set up. */
  run(scale: Scale): Promise<Outcome>;
}
