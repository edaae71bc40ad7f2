// A value, or a promise of one: what is in memory or on a local disk is given at once, what lies further away is waited for.

export type Awaitable<T> = T | Promise<T>;

/** Gives the result of `use` on `value`: at once where the value is there, so that a hot path pays for no promise. */
export function andThen<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** All of `values`, in their order: at once where each of them is there. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
