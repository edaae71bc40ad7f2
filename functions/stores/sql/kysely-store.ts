// Makes all calls of a store, over a database that is open and up to date.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import { sqlAccounts } from './sql-accounts.ts';
import { sqlDemand } from './sql-demand.ts';
import { sqlDesk } from './sql-desk.ts';
import { sqlHealth } from './sql-health.ts';
import type { SqlStore } from './sql-store.ts';
import { sqlWithdrawals } from './sql-withdrawals.ts';

/** Makes the store in a database that is open and up to date. */
export function kyselyStore(database: Kysely<Tables>): SqlStore {
  return {
    // In SQLite, a transaction takes the writers' lock at its beginning, so the check fails if nothing can be written.
    check: () =>
      database.transaction().execute(async (transaction) => {
        await transaction.selectFrom('accounts').select('did').limit(1).execute();
      }),
    ...sqlAccounts(database),
    ...sqlDesk(database),
    ...sqlDemand(database),
    ...sqlHealth(database),
    ...sqlWithdrawals(database),
  };
}
