// The options by which a command is told whom to trust; they are read where they are needed.

/** As they were given. */
export interface PolicyOptions {
  /** Verifier keys of a log, each one or `file:PATH`. */
  key?: string[] | undefined;
  /** The same of witnesses. */
  witness?: string[] | undefined;
  quorum?: string | undefined;
}

/** For an option that may be given several times. */
export const gathered = (word: string, before: string[] = []): string[] => [...before, word];
