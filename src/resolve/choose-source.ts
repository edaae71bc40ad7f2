// Chooses the source for a file request among its holders.

export interface SourceChoice<H> {
  holder: H;
  /** False if no holder is known to serve the model, and this one is only tried. */
  ok: boolean;
}

/**
 * Gives the first of `holders` (in preference order) that is ok: its last probe was good, and it is not known to refuse
 * the model. If none is, gives the first holder: a check can't tell its own lost network from theirs, and the client
 * checks the bytes.
 */
export function chooseSource<H>(holders: readonly H[], isOk: (holder: H) => boolean): SourceChoice<H> {
  for (const holder of holders) if (isOk(holder)) return { holder, ok: true };
  return { holder: holders[0]!, ok: false };
}
