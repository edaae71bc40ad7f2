// Declares the options by which a person names trusted keys. `read-policy.ts` reads the keys when a command needs them.

/** The options as a person gave them. */
export interface PolicyOptions {
  /** Verifier keys of a log. Each value is a key, or `file:PATH`. */
  key?: string[] | undefined;
  /** Verifier keys of witnesses, in the same form as those of a log. */
  witness?: string[] | undefined;
  quorum?: string | undefined;
}

/** Collects the values of an option that may be given several times. */
export const gathered = (word: string, before: string[] = []): string[] => [...before, word];
