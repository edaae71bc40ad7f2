// Chooses the source for a request of a file, among the sources that hold it.

export interface SourceChoice<H> {
  holder: H;
  /** False if no holder is known to serve the model; `holder` is then the one to try first. */
  ok: boolean;
}

/**
 * Gives the first of `holders` for which `isOk` is true: its last probe was good, and it is not known to refuse the
 * model. `holders` come in the order of preference. If none is ok, gives the first: perhaps this hub lost its own
 * network, and the client checks the bytes anyway.
 */
export function chooseSource<H>(holders: readonly H[], isOk: (holder: H) => boolean): SourceChoice<H> {
  for (const holder of holders) if (isOk(holder)) return { holder, ok: true };
  return { holder: holders[0]!, ok: false };
}
