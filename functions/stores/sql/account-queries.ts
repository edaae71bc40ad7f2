// Builds the frequent queries of account routes, which are the same for SQLite and PostgreSQL.
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { MAX_SAVED } from '../../../src/service/account-store.ts';
import type { AccountTable, Tables } from './schema.ts';

interface OfAccount {
  did: string;
}
interface OfModel extends OfAccount {
  model: string;
}

/** Prepares the queries for `database`, or for a transaction in it. */
export function accountQueries(database: Kysely<Tables>) {
  return {
    /**
     * Creates the account if it does not exist, and locks its row. With DO NOTHING, PostgreSQL would not lock the row.
     */
    lock: prepare(
      ({ did, created }: OfAccount & { created: string }): Compilable<unknown> =>
        database
          .insertInto('accounts')
          .values({ did, created, wallet: null, requests: 0 })
          .onConflict((conflict) => conflict.column('did').doUpdateSet((row) => ({ did: row.ref('excluded.did') }))),
    ),
    account: prepare(
      ({ did }: OfAccount): Compilable<AccountTable> =>
        database.selectFrom('accounts').selectAll().where('did', '=', did),
    ),
    /** Lists the saved models, the newest first. */
    saved: prepare(
      ({ did }: OfAccount): Compilable<{ model: string }> =>
        database.selectFrom('saved').select('model').where('did', '=', did).orderBy('place', 'desc'),
    ),
    /** Adds the model as the newest, unless it is saved already or the list is full. */
    save: prepare(
      ({ did, model }: OfModel): Compilable<unknown> =>
        database
          .insertInto('saved')
          .columns(['did', 'model', 'place'])
          .expression(({ selectFrom, fn, val, lit }) =>
            selectFrom('saved')
              .select(({ eb }) => [
                val(did).as('did'),
                val(model).as('model'),
                eb(fn.coalesce(fn.max('place'), lit(0)), '+', lit(1)).as('place'),
              ])
              .where('did', '=', did)
              .having(fn.countAll(), '<', MAX_SAVED),
          )
          .onConflict((conflict) => conflict.doNothing()),
    ),
    unsave: prepare(
      ({ did, model }: OfModel): Compilable<unknown> =>
        database.deleteFrom('saved').where('did', '=', did).where('model', '=', model),
    ),
    /** Lists the open requests, the oldest first. */
    open: prepare(
      ({ did }: OfAccount): Compilable<{ model: string; asked: string }> =>
        database
          .selectFrom('requests')
          .select(['model', 'asked'])
          .where('did', '=', did)
          .orderBy('asked')
          .orderBy('model'),
    ),
  };
}

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
function prepare<V extends object, R>(build: (values: V) => Compilable<R>): Prepared<V, R> {
  let compiled: CompiledQuery<R> | undefined;
  return async (on, values) => {
    compiled ??= build(slots as V).compile();
    // The names are those that the code of the query itself asked the stand-in for.
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.name as keyof V] : one));
    return (await on.executeQuery<R>({ ...compiled, parameters } as CompiledQuery<R>)).rows;
  };
}
