// The queries that account routes ask again and again, the same for SQLite and PostgreSQL.
import type { Kysely } from 'kysely';
import { MAX_SAVED } from '../../ports/accounts/account-store.ts';
import { prepare } from './prepared-query.ts';
import type { AccountTable, Tables } from './schema.ts';

interface OfAccount {
  did: string;
}
interface OfModel extends OfAccount {
  model: string;
}

/** The queries of one database. */
export function accountQueries(database: Kysely<Tables>) {
  return {
    /** Begins the account unless there is one, and locks its row: PostgreSQL would not for DO NOTHING. */
    lock: prepare<OfAccount & { created: string }, unknown>(({ did, created }) =>
      database
        .insertInto('accounts')
        .values({ did, created, wallet: null, requests: 0 })
        .onConflict((conflict) => conflict.column('did').doUpdateSet((row) => ({ did: row.ref('excluded.did') }))),
    ),
    account: prepare<OfAccount, AccountTable>(({ did }) =>
      database.selectFrom('accounts').selectAll().where('did', '=', did),
    ),
    /** The newest first. */
    saved: prepare<OfAccount, { model: string }>(({ did }) =>
      database.selectFrom('saved').select('model').where('did', '=', did).orderBy('place', 'desc'),
    ),
    /** Puts the model behind the others, unless it is there or the list is full. */
    save: prepare<OfModel, unknown>(({ did, model }) =>
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
    unsave: prepare<OfModel, unknown>(({ did, model }) =>
      database.deleteFrom('saved').where('did', '=', did).where('model', '=', model),
    ),
    /** The oldest first. */
    open: prepare<OfAccount, { model: string; asked: string }>(({ did }) =>
      database
        .selectFrom('requests')
        .select(['model', 'asked'])
        .where('did', '=', did)
        .orderBy('asked')
        .orderBy('model'),
    ),
  };
}
