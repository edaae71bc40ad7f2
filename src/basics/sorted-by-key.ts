// An object whose members are sorted by key.

/** Makes an object of `entries`, sorted by key. */
export const sortedByKey = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
