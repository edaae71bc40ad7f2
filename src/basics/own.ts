// Looks up only a record's own members: a key that somebody else chose may be `constructor`, which every object
// inherits.

/** Gives the own member of `record` with this name; undefined if it has none. */
export function own<T extends object>(record: T, key: string): T[keyof T] | undefined {
  return Object.hasOwn(record, key) ? record[key as keyof T] : undefined;
}
