// Builds frequent queries once, because building a query takes longer than SQLite takes to answer it (decision 0030).
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Runs the query with these values, on the database or in a transaction of it. */
type Prepared<V, R> = (on: Kysely<Tables>, values: V) => Promise<R[]>;

/** A placeholder for a value in a prepared query. */
class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const slots = new Proxy({}, { get: (_, name) => new Slot(name) });

/**
 * Makes a query whose values are given at each run. `build` runs once, with a placeholder for each value. It may only
 * pass the placeholders on to the query, because they do not have their declared types.
 */
export function prepare<V extends object, R>(build: (values: V) => Compilable<R>): Prepared<V, R> {
  let compiled: CompiledQuery<R> | undefined;
  return async (on, values) => {
    compiled ??= build(slots as V).compile();
    // The names are those that the code of the query itself asked the stand-in for.
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.name as keyof V] : one));
    return (await on.executeQuery<R>({ ...compiled, parameters } as CompiledQuery<R>)).rows;
  };
}
