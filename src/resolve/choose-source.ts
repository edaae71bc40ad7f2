// Which source a file request goes to: health and pin in, one source out (SPEC.md 4.4, contract.md "No live holder").

/** What a choice needs to know of one source. */
export interface Candidate {
  /** The token of the source. */
  source: string;
}

export interface Choice<C extends Candidate> {
  holder: C;
  /** False: no holder passed its last probe, and this one is offered all the same. */
  ok: boolean;
}

/**
 * The first of `holders` (in preference order) whose last probe was ok. When none was, the first
 * holder: the probe cannot tell its own lost network from theirs, and the client checks the bytes.
 */
export function chooseSource<C extends Candidate>(holders: readonly C[], isOk: (source: string) => boolean): Choice<C> {
  for (const holder of holders) if (isOk(holder.source)) return { holder, ok: true };
  return { holder: holders[0]!, ok: false };
}
