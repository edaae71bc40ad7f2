// Keeps demand in a database: the ids of missing models that were requested, once a day each, within limits.
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';
import type { SqlStore } from './sql-store.ts';

/**
 * The maximum number of ids of a day, and the maximum number of days that are kept. They keep a flood of made-up names
 * from growing the database without end.
 */
const DEMAND_A_DAY = 10_000;
const DEMAND_DAYS = 30;

const DAY_MS = 86_400_000;
/** The number of rows in one statement. SQLite accepts 32,766 values in a statement, PostgreSQL 65,535. */
const AT_ONCE = 1000;

/** Returns the day of demand to which a time belongs, as an ISO date. */
const demandDay = (time: Date) => time.toISOString().slice(0, 10);

/** Makes the call that records demand in a database that is open and up to date. */
export function sqlDemand(database: Kysely<Tables>): Pick<SqlStore, 'noteDemand'> {
  return {
    noteDemand: (asked, at) =>
      database.transaction().execute(async (transaction) => {
        await inTurn(transaction);
        const models = Map.groupBy(asked, ({ day }) => day);
        for (const [day, rows] of models) await noteDay(transaction, day, rows);
        const before = demandDay(new Date(Date.parse(at) - DEMAND_DAYS * DAY_MS));
        await transaction.deleteFrom('demand').where('day', '<', before).execute();
      }),
  };
}

/** Waits while another instance records demand. Otherwise both could count the day's ids before either has written. */
async function inTurn(transaction: Transaction<Tables>): Promise<void> {
  const row = { name: 'demand', holder: '', ends: 0, note: null };
  const taken = transaction.insertInto('leases').values(row);
  await taken.onConflict((conflict) => conflict.column('name').doUpdateSet({ holder: '' })).execute();
}

/** Records `rows`, all of the same day, within the day's limit. */
async function noteDay(transaction: Transaction<Tables>, day: string, rows: Tables['demand'][]): Promise<void> {
  const count = transaction.selectFrom('demand').select(({ fn }) => fn.countAll<number | string>().as('noted'));
  const { noted } = await count.where('day', '=', day).executeTakeFirstOrThrow();
  const taken = rows.slice(0, Math.max(0, DEMAND_A_DAY - Number(noted)));
  for (let at = 0; at < taken.length; at += AT_ONCE) {
    const insert = transaction.insertInto('demand').values(taken.slice(at, at + AT_ONCE));
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
}
