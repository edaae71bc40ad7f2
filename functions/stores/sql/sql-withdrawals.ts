// Keeps withdrawals in a database, one for each model. The case of ids does not matter.
import type { Kysely } from 'kysely';
import type { Withdrawal, WithdrawalDesk } from '../../../src/service/withdrawals.ts';
import type { Tables } from './schema.ts';

/** Makes the calls for withdrawals in a database that is open and up to date. */
export function sqlWithdrawals(database: Kysely<Tables>): WithdrawalDesk {
  return {
    async withdrawals() {
      const rows = await database.selectFrom('withdrawals').selectAll().orderBy('key').execute();
      return rows.map(({ model, status, reason, day, until }) => ({
        ...{ model, status: status as Withdrawal['status'], reason, day },
        ...(until !== null && { until }),
      }));
    },
    async withdraw({ model, until = null, ...facts }) {
      const row = { ...facts, model, until };
      const insert = database.insertInto('withdrawals').values({ ...row, key: model.toLowerCase() });
      await insert.onConflict((conflict) => conflict.column('key').doUpdateSet(row)).execute();
    },
    async lift(model) {
      const found = await database.deleteFrom('withdrawals').where('key', '=', model.toLowerCase()).executeTakeFirst();
      return found.numDeletedRows > 0n;
    },
  };
}
