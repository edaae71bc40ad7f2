// Looks up only a record's own members. A key that a stranger chose may be `constructor`, which every object inherits.

/** Returns the record's own member with this name; undefined if there is none. */
export function own<T extends object>(record: T, key: string): T[keyof T] | undefined {
  return Object.hasOwn(record, key) ? record[key as keyof T] : undefined;
}
