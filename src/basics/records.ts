// Members of plain objects, and places in sorted lists. A key that a stranger chose may be `constructor`, which every
// object inherits, so members are looked up by `own`.

/** Returns the record's own member with this name; undefined if there is none. */
export function own<T extends object>(record: T, key: string): T[keyof T] | undefined {
  return Object.hasOwn(record, key) ? record[key as keyof T] : undefined;
}

/** Returns the members of `facts` that are not undefined, in their order. */
export function defined<T extends object>(facts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never;
}

/** True for an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a check that is true for a text that `holds` accepts. */
export const isTextThat =
  (holds: (text: string) => unknown) =>
  (value: unknown): value is string =>
    typeof value === 'string' && Boolean(holds(value));

/** Makes an object of `entries`, sorted by key. */
export const sortedByKey = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Writes `value` as canonical JSON. Leaves out undefined members. Numbers must be finite. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += (text && ',') + canonicalJson(one);
    return `[${text}]`;
  }
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record).sort()) {
    // `key` is one of the record's own keys, and another lookup would slow down every build.
    const member = record[key];
    if (member !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/**
 * Returns the first index from `low` to `high - 1` for which `isWanted` is true, or `high` if there is none. If
 * `isWanted` is true for an index, it must be true for all later indexes.
 */
export function firstWhere(low: number, high: number, isWanted: (at: number) => boolean): number {
  let [start, end] = [low, high];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if (isWanted(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}
