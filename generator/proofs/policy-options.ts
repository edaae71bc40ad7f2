// Declares the options that name the keys a command trusts; the commands read the keys when they need them.

/** The options as given. */
export interface PolicyOptions {
  /** Verifier keys of a log, each a key or `file:PATH`. */
  key?: string[] | undefined;
  /** Verifier keys of witnesses, in the same form. */
  witness?: string[] | undefined;
  quorum?: string | undefined;
}

/** Collects the values of an option that may be given several times. */
export const gathered = (word: string, before: string[] = []): string[] => [...before, word];
