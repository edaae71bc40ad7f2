// What the operator asks of a database: all that is kept of a person, and what people want.
import type { Kysely } from 'kysely';
import type { AccountDesk } from '../../ports/accounts/account-store.ts';
import type { Tables } from './schema.ts';
import { sqlAccounts } from './sql-accounts.ts';
import { wantedModels } from './wanted-models.ts';

/** The desk over an open, migrated database. */
export function sqlDesk(database: Kysely<Tables>): AccountDesk {
  const { peek } = sqlAccounts(database);
  return {
    async find(did) {
      const account = await peek(did);
      if (!account) return undefined;
      const open = database.selectFrom('requests').select('model').where('did', '=', did);
      const interest = database.selectFrom('interests').select(['note', 'noted']).where('did', '=', did);
      return {
        account,
        open: (await open.orderBy('asked').orderBy('model').execute()).map(({ model }) => model),
        interest: await interest.executeTakeFirst(),
      };
    },
    forget: (did) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('rates').where('did', '=', did).execute();
        const { numDeletedRows } = await transaction.deleteFrom('accounts').where('did', '=', did).executeTakeFirst();
        return numDeletedRows > 0n;
      }),
    wanted: () => wantedModels(database),
  };
}
