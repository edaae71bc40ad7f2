// Looks up what a record itself has: a word that somebody else chose may be `constructor`, which every object inherits.

/** The member of `record` with this name; undefined when it has none of its own. */
export function own<T extends object>(record: T, key: string): T[keyof T] | undefined {
  return Object.hasOwn(record, key) ? record[key as keyof T] : undefined;
}
