// A value, or a promise of one: memory and a local disk give values at once, places further away give promises.

export type Awaitable<T> = T | Promise<T>;

/**
 * Gives the result of `use` on `value`. Makes no promise if the value is there, because a promise would slow down the
 * busiest code.
 */
export function andThen<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Gives all of `values` in order. Makes no promise if they are all there. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
