// Which source a file request goes to: holders and what is known of them in, one source out.

export interface SourceChoice<H> {
  holder: H;
  /** False: no holder is known to serve the model, and this one is offered all the same. */
  ok: boolean;
}

/**
 * The first of `holders` (in preference order) that is ok: its last probe was good, and it is not known to refuse the
 * model. When none is, the first holder: a check cannot tell its own lost network from theirs, and the client checks
 * the bytes.
 */
export function chooseSource<H>(holders: readonly H[], isOk: (holder: H) => boolean): SourceChoice<H> {
  for (const holder of holders) if (isOk(holder)) return { holder, ok: true };
  return { holder: holders[0]!, ok: false };
}
