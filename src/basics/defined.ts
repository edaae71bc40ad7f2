// Drops the undefined members of an object.

/** Returns the members of `facts` that are not undefined, in their order. */
export function defined<T extends object>(facts: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never;
}
