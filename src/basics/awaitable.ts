// A value, or a promise of a value. Memory and a local disk give values at once; a network gives promises.

export type Awaitable<T> = T | Promise<T>;

/**
 * Returns the result of `use` on `value`. Makes no promise of its own if `value` is not a promise, because promises
 * would slow down the busiest code.
 */
export function andThen<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Returns all of `values` in order. Makes no promise if none of `values` is a promise. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
