// Chooses the source of a file among the sources that hold it.

export interface SourceChoice<H> {
  holder: H;
  /** False if no source is known to serve the model. `holder` is then the first source to try. */
  ok: boolean;
}

/**
 * Returns the first of `holders` for which `isOk` is true. A source is ok if its last probe was good, and it is not
 * known to refuse the model. `holders` come in the order of preference. Returns the first of all if none is ok, because
 * the hub itself may have lost its network, and the client checks the bytes anyway; those that sent wrong bytes come last.
 */
export function chooseSource<H>(
  holders: readonly H[],
  isOk: (holder: H) => boolean,
  sentWrong: (holder: H) => boolean,
): SourceChoice<H> {
  for (const holder of holders) if (isOk(holder)) return { holder, ok: true };
  return { holder: holders.find((holder) => !sentWrong(holder)) ?? holders[0]!, ok: false };
}
